import LinuxSupport
import TestSupport

/// The story of something that no worker may touch: it is there at the end as it was put.
extension Producer {
    mutating func tellOfALeftover() throws {
        let path: [UInt8]
        var bytes: [UInt8]? = try content("leftover").bytes
        let kind = pick(["temporary", "hidden", "service", "deep", "link", "pipe", "unfinished"])
        switch kind {
        case "temporary":
            path = inbox / Array((unique + pick([".tmp", ".PART", ".partial", ".filepart", ".crdownload", "~"])).utf8)
        case "hidden": path = inbox / Array(".\(unique).png".utf8)
        case "service":
            let folder = inbox / Array("@eaDir".utf8)
            try ProducerDisk.makeFolder(folder)
            path = folder / Array("\(unique).png".utf8)
        case "deep":
            path =
                try (0..<9).reduce(inbox) { folder, depth in
                    let inner = folder / Array("\(unique)-\(depth)".utf8)
                    try ProducerDisk.makeFolder(inner)
                    return inner
                } / Array("\(unique).png".utf8)
        case "link":
            path = inbox / Array("\(unique).png".utf8)
            try ProducerDisk.makeSymbolicLink(path, to: "/etc/passwd")
            bytes = nil
        case "pipe":
            path = inbox / Array("\(unique).png".utf8)
            try ProducerDisk.makePipe(path)
            bytes = nil
        default:
            path = inbox / Array("\(unique).png".utf8)
            try sendPromiseThatIsNotKept(of: path)
        }
        if let bytes { try ProducerDisk.write([bytes], to: path) }
        let leftover = Leftover(
            story: "\(unique): \(kind)", path: path,
            sha256: try bytes.map { bytes throws(SystemCallError) in try SHA256.hexadecimal(of: bytes) })
        ledger.enter { $0.leftovers.append(leftover) }
    }

    /// A request for an image that will never be what it announces.
    private mutating func sendPromiseThatIsNotKept(of image: [UInt8]) throws {
        let never = try ProducerContent(.picture, tag: "\(unique) that never comes")
        let request = try ProducerRequest(
            id: "\(unique)-1", priority: 9, announcing: pick([.wrongBytes, .wrongSHA256]), of: never)
        let path = image + Array(".json".utf8)
        try moveIn(request.bytes, to: path)
        let leftover = Leftover(story: "\(unique): promise", path: path, sha256: request.sha256)
        ledger.enter { $0.leftovers.append(leftover) }
    }
}
