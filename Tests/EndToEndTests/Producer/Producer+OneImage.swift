import TestSupport

/// The story of one image, and its request.
extension Producer {
    /// What is sent with an image, and where to.
    struct Companion {
        let request: ProducerRequest
        let path: [UInt8]
        let announcement: ProducerRequest.Announcement
    }

    mutating func tellOfOneImage() throws {
        let folder = try someFolder()
        let name = ProducerName.image(unique, &random)
        let path = folder / name
        let content = try content("first")
        // Announcements say what is whole, so that nothing else is done to such an image than taking it back.
        let companion = try chance(65) ? companion(of: name, in: folder, content) : nil
        var image = DroppedImage(story: "", paths: [relative(path)], contents: [content])
        var sent: [SentRequest] = []
        let isFirst = companion?.announcement.isAny == true || chance(75)
        if let companion, isFirst {
            try send(companion.request, to: companion.path)
            ProducerDisk.pause(milliseconds: pause())
        }
        if companion?.announcement.isAny == true, !content.bytes.isEmpty, chance(40) {
            try deliverInSittings(content, to: path)
        } else {
            try deliver(content, to: path)
        }
        if let companion {
            image.requests = [companion.request]
            image.mayLackRequest = !isFirst
            sent.append(SentRequest(story: unique, request: companion.request))
        }
        if let companion, !isFirst {
            // It may be in time, and it may be too late.
            ProducerDisk.pause(milliseconds: pause())
            try send(companion.request, to: companion.path)
            image.story = "\(unique): request last"
            record([image], sent)
        } else {
            var disturbance = Disturbance(path: path, companion: companion, image: image, sent: sent)
            try disturb(&disturbance)
            record(disturbance.images, disturbance.sent)
        }
    }

    func record(_ images: [DroppedImage], _ sent: [SentRequest]) {
        ledger.enter { account in
            account.images += images
            account.requests += sent
        }
    }

    /// The inbox, a folder of this producer's, or one that is made now.
    private mutating func someFolder() throws -> [UInt8] {
        let own = inbox / Array("of producer \(unique.prefix { $0 != "s" })".utf8)
        switch pick([0, 0, 1, 2]) {
        case 0: return inbox
        case 1:
            try ProducerDisk.makeFolder(own)
            return own
        default:
            var folder = inbox
            for depth in 0..<pick([1, 1, 2, 8]) {
                folder = folder / Array("\(unique)-\(depth)".utf8)
                try ProducerDisk.makeFolder(folder)
            }
            return folder
        }
    }

    private mutating func companion(
        of name: [UInt8], in folder: [UInt8], _ content: ProducerContent
    ) throws -> Companion? {
        let isFull = chance(75)
        guard let requestName = isFull ? ProducerName.fullRequest(of: name) : ProducerName.stemRequest(of: name)
        else { return nil }
        let fault = chance(15) ? ProducerRequest.Fault.allCases.randomElement(using: &random) : nil
        let announcement: ProducerRequest.Announcement =
            fault == nil && chance(35) ? pick([.bytes, .sha256, .both]) : .nothing
        let request = try ProducerRequest(
            id: "\(unique)-1", priority: pick([0, 0, 1, 5, 9]), announcing: announcement, of: content, fault: fault)
        return Companion(request: request, path: folder / requestName, announcement: announcement)
    }

    /// Two images whose names are one as text, each with a request that is its own by bytes, or both without one: the
    /// only request of two twins may be taken for that of the one which comes first.
    mutating func tellOfTwins() throws {
        let names = ProducerName.twins(unique)
        var images = try names.enumerated().map { index, name in
            DroppedImage(story: "\(unique): twins", paths: [name], contents: [try content("twin-\(index)")])
        }
        var sent: [SentRequest] = []
        if chance(60) {
            for (index, name) in names.enumerated() {
                guard let requestName = ProducerName.fullRequest(of: name) else { continue }
                let request = try ProducerRequest(
                    id: "\(unique)-\(index)", priority: pick([0, 5, 9]), of: images[index].contents[0])
                try moveIn(request.bytes, to: inbox / requestName)
                sent.append(SentRequest(story: images[index].story, request: request))
                images[index].requests = [request]
                images[index].mayLackRequest = false
            }
        }
        for (image, name) in zip(images, names) { try deliver(image.contents[0], to: inbox / name) }
        record(images, sent)
    }
}
