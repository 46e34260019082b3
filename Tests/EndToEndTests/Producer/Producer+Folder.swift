import TestSupport

/// The story of a folder that is dropped as a whole.
extension Producer {
    /// An image in the folder, by its path there.
    private struct Member {
        let path: [UInt8]
        var request: (request: ProducerRequest, path: [UInt8])?
        var image: DroppedImage
        var sent: SentRequest?
    }

    mutating func tellOfAFolder() throws {
        let made = elsewhere("folder")
        let first = inbox / Array("folder \(unique)".utf8)
        var members = try fill(made)
        guard try ProducerDisk.move(made, to: first) else { throw ProducerTrouble(description: "no folder") }
        for index in members.indices { members[index].image.paths = [relative(first / members[index].path)] }
        let act = pick(["left", "renamed", "moved out", "removed"])
        ProducerDisk.pause(milliseconds: pause())
        for index in members.indices { members[index].image.story = "\(unique): a folder, \(act)" }
        switch act {
        case "renamed":
            let second = inbox / Array("renamed \(unique)".utf8)
            guard try ProducerDisk.move(first, to: second) else {
                throw ProducerTrouble(description: "the folder is gone")
            }
            for index in members.indices { members[index].image.paths.insert(relative(second / members[index].path)) }
        case "moved out":
            let away = elsewhere("moved-out")
            guard try ProducerDisk.move(first, to: away) else {
                throw ProducerTrouble(description: "the folder is gone")
            }
            try takeOut(&members, from: away)
        case "removed":
            try takeOut(&members, from: first)
            members.append(try makeAgain(first))
        default: break
        }
        record(members.map(\.image), members.compactMap(\.sent))
    }

    /// Makes the folder, and folders in it, with some images.
    private mutating func fill(_ folder: [UInt8]) throws -> [Member] {
        try ProducerDisk.makeFolder(folder)
        let inner = Array("in it".utf8)
        try ProducerDisk.makeFolder(folder / inner)
        return try (0..<pick([1, 2, 3])).map { index in
            let name = ProducerName.image("\(unique)n\(index)x", &random)
            let path = chance(60) ? name : inner / name
            let content = try content("member-\(index)")
            try ProducerDisk.write([content.bytes], to: folder / path)
            var image = DroppedImage(story: "", paths: [], contents: [content])
            var request: (request: ProducerRequest, path: [UInt8])?
            if chance(50), let requestName = ProducerName.fullRequest(of: name) {
                let sent = try ProducerRequest(id: "\(unique)-\(index)", priority: pick([0, 5, 9]), of: content)
                let requestPath = path == name ? requestName : inner / requestName
                try ProducerDisk.write([sent.bytes], to: folder / requestPath)
                request = (sent, requestPath)
                image.requests = [sent]
                image.mayLackRequest = false
            }
            return Member(
                path: path, request: request, image: image,
                sent: request.map { SentRequest(story: "\(unique): a folder", request: $0.request) })
        }
    }

    /// Takes back all that was not claimed, one by one: of a folder as a whole nobody can say that.
    private func takeOut(_ members: inout [Member], from folder: [UInt8]) throws {
        for index in members.indices {
            let member = members[index]
            guard try ProducerDisk.remove(folder / member.path) else { continue }
            members[index].image.isTaken = false
            guard let request = member.request else { continue }
            members[index].sent?.isWithdrawn = true
            if try !ProducerDisk.remove(folder / request.path) {
                complain("the image was taken back, and its request is gone")
            }
        }
    }

    /// Removes the folder, and makes it again with another image. A request whose image was claimed a moment ago may
    /// not have left the folder yet.
    private mutating func makeAgain(_ folder: [UInt8]) throws -> Member {
        try removeWhenEmpty(folder / Array("in it".utf8))
        try removeWhenEmpty(folder)
        try ProducerDisk.makeFolder(folder)
        let content = try content("again")
        let name = ProducerName.image("\(unique)again", &random)
        try deliver(content, to: folder / name)
        let image = DroppedImage(
            story: "\(unique): a folder made again", paths: [relative(folder / name)], contents: [content])
        return Member(path: name, request: nil, image: image, sent: nil)
    }

    private func removeWhenEmpty(_ folder: [UInt8]) throws {
        for _ in 0..<6000 {
            if (try? ProducerDisk.removeFolder(folder)) != nil { return }
            ProducerDisk.pause(milliseconds: 10)
        }
        try ProducerDisk.removeFolder(folder)
    }
}
