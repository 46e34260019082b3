internal import LinuxSupport
internal import Spool
internal import Worker

/// An image that was put into the inbox.
struct Ticket {
    let path: RelativePath
    let requestID: String
    /// Outcomes of the name that were there before; none of them is this image's.
    let earlier: Set<FileIdentity>
}

/// A file, whatever it is called.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let changed: Int64

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        changed = status.changed
    }
}

/// Images on their way into the inbox, checked before the first is dropped.
struct Submission {
    private struct Item {
        let operand: [UInt8]
        let drop: InboxDrop
        let requestID: String
        let request: [UInt8]
    }

    private let items: [Item]

    /// - Parameter name: The name in the inbox, for a single image.
    /// - Throws: for what can be known to be wrong before anything is written.
    init(
        places: SpoolPlaces, request: JobRequest, images: [[UInt8]], name: [UInt8]?
    ) throws(CommandError) {
        if name != nil, images.count > 1 { throw .usage("--as is for one image, not \(images.count)") }
        let inbox = try places.open(SpoolLayout.inbox)
        var items: [Item] = []
        for image in images {
            try Self.refuseRequest(image)
            let drop = try InboxDrop(inbox: inbox, path: try Self.path(name ?? Self.lastName(image)))
            if items.contains(where: { $0.drop.path == drop.path }) {
                throw .usage(
                    "two images would have the name \(drop.path.display) in the inbox; submit them one by one, "
                        + "with --as")
            }
            var request = request
            let id = request.id ?? "submit-\(RandomBytes.hexadecimal(12))"
            request.id = id
            items.append(Item(operand: image, drop: drop, requestID: id, request: request.bytes()))
        }
        self.items = items
    }

    /// Drops one after another and stops at the first that fails; those before it are in the inbox then.
    /// - Parameter known: The outcomes that are there for a path.
    func dropAll(
        known: (RelativePath) throws(CommandError) -> Set<FileIdentity>
    ) -> (tickets: [Ticket], failure: CommandError?) {
        var tickets: [Ticket] = []
        for item in items {
            do throws(CommandError) {
                let earlier = try known(item.drop.path)
                try item.drop.drop(try UserFile.open(item.operand), request: item.request)
                tickets.append(Ticket(path: item.drop.path, requestID: item.requestID, earlier: earlier))
            } catch {
                return (tickets, error)
            }
        }
        return (tickets, nil)
    }

    private static func lastName(_ operand: [UInt8]) -> [UInt8] {
        operand.split(separator: 0x2F).last.map(Array.init) ?? []
    }

    private static func path(_ name: [UInt8]) throws(CommandError) -> RelativePath {
        guard let path = RelativePath(name), !path.isEmpty else {
            throw .usage(
                "\"\(DisplayText.escaped(name))\" cannot be a name in the inbox; it has no empty part, . or ..")
        }
        return path
    }

    /// `submit *` in a folder with requests would make images of them.
    private static func refuseRequest(_ operand: [UInt8]) throws(CommandError) {
        let file = try UserFile.open(operand)
        guard operand.suffix(5) == Array(".json".utf8)[...] else { return }
        let beginning = try calling { () throws(SystemCallError) in try file.readAll(limit: 512) }
        let first = beginning.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "{") {
            throw .usage("\(DisplayText.escaped(operand)) is a request and no image; give it with --request")
        }
    }
}
