import LinuxSupport
import TestSupport

/// What a folder's `.ocrspool.json` says of images without a request of their own.
struct SentDefaults: Hashable, Sendable {
    /// Comes back in the metadata.
    let mark: String
    let priority: Int
}

/// The story of a folder with defaults, which are changed, broken and mended while images come.
extension Producer {
    mutating func tellOfDefaults() throws {
        let folder = inbox / Array("defaults \(unique)".utf8)
        try ProducerDisk.makeFolder(folder)
        let file = folder / Array(".ocrspool.json".utf8)
        var images: [DroppedImage] = []
        var last: [UInt8] = []
        for version in 0..<pick([2, 3, 4]) {
            if version > 0, chance(50) {
                try moveIn(Array(pick(["{", #"{"langaugeHints":["en"]}"#, #"{"id":"one"}"#, "[]"]).utf8), to: file)
                ProducerDisk.pause(milliseconds: pause())
                // It comes to broken defaults, so that it waits for the next ones.
                if chance(70) { images.append(try putUnderDefaults(in: folder, "held-\(version)")) }
                ProducerDisk.pause(milliseconds: pause())
            }
            let sent = SentDefaults(mark: "\(unique)-\(version)", priority: pick([0, 2, 6, 9]))
            last = Array(#"{"priority":\#(sent.priority),"metadata":{"sent":"\#(sent.mark)"}}"#.utf8)
            try moveIn(last, to: file)
            // Whatever waits may be read with them; what comes now is not read with those before.
            for index in images.indices { images[index].defaults.append(sent) }
            if chance(80) {
                images.append(try putUnderDefaults(in: folder, "under-\(version)"))
                images[images.count - 1].defaults = [sent]
            }
            ProducerDisk.pause(milliseconds: pause())
        }
        record(images, [])
        let leftover = Leftover(story: "\(unique): defaults", path: file, sha256: try SHA256.hexadecimal(of: last))
        ledger.enter { $0.leftovers.append(leftover) }
    }

    private mutating func putUnderDefaults(in folder: [UInt8], _ tag: String) throws -> DroppedImage {
        let content = try ProducerContent(.picture, tag: "\(unique)-\(tag)")
        let path = folder / Array("\(unique)-\(tag).png".utf8)
        try deliver(content, to: path)
        return DroppedImage(story: "\(unique): defaults, \(tag)", paths: [relative(path)], contents: [content])
    }
}
