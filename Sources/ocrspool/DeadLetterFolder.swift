internal import LinuxSupport
internal import Spool
internal import Worker

/// A folder of the dead letter, with what lies in it.
struct DeadLetterFolder {
    /// Below `dead-letter`.
    let path: RelativePath
    let directory: DirectoryHandle
    /// `nil` if the record is missing or cannot be read.
    let record: ErrorRecord?
    /// The image, or the request that no image came for; `nil` if it was taken away.
    let subject: FileName?
    /// The request beside an image.
    let request: FileName?

    /// Where the image goes back to: the path it came by, which the record tells, or the folder's own place.
    var inboxPath: RelativePath? {
        guard let name = subject.map(Self.original) else { return nil }
        if let bytes = record?.image.name?.bytes, let path = RelativePath(bytes), path.name == name { return path }
        return path.parent.appending(name)
    }

    /// Where the request goes back to: beside the image, under a name that belongs to it.
    var inboxRequestPath: RelativePath? {
        guard request != nil, let image = inboxPath, let name = image.name else { return nil }
        let full = name.appending(".json")
        if full.bytes.count <= OutcomeName.longest { return image.replacingName(full) }
        let stem = name.bytes.lastIndex(of: 0x2E).flatMap { FileName(Array(name.bytes[..<$0])) } ?? name
        return image.replacingName(stem.appending(".json"))
    }

    /// Whether only the record is left: everything else went back to the inbox before a crash.
    var isEmptied: Bool { subject == nil && record != nil }

    private init(path: RelativePath, directory: DirectoryHandle) throws(SystemCallError) {
        self.path = path
        self.directory = directory
        record = try Self.record(in: directory)
        var files: [FileName] = []
        for name in try directory.entries() where name != SpoolLayout.error {
            if try directory.status(name)?.kind == .regular { files.append(name) }
        }
        // The request is called after the image; with one file alone it is the subject, whatever it is called.
        request = files.count > 1 ? files.first { name in Self.isRequest(name, among: files) } : nil
        subject = files.first { [request] in $0 != request }
    }

    private static func isRequest(_ name: FileName, among files: [FileName]) -> Bool {
        files.contains { $0 != name && original(name) == OutcomeName.plain(original($0), suffix: ".json") }
    }

    /// A producer's file that was called like the record has its name back.
    private static func original(_ name: FileName) -> FileName {
        name == SpoolLayout.error.appending(".original") ? SpoolLayout.error : name
    }

    private static func record(in directory: DirectoryHandle) throws(SystemCallError) -> ErrorRecord? {
        let bytes: [UInt8]
        do {
            bytes = try directory.read(SpoolLayout.error, limit: 8 << 20)
        } catch  where error.isMissing {
            return nil
        }
        return try? ErrorRecord(reading: bytes)
    }

    /// The folder at `path` below `top`; `nil` if there is none, or one without a record.
    static func at(_ path: RelativePath, below top: DirectoryHandle) throws(SystemCallError) -> DeadLetterFolder? {
        do {
            let directory = try top.descendant(path)
            guard try directory.contains(SpoolLayout.error) else { return nil }
            return try DeadLetterFolder(path: path, directory: directory)
        } catch  where error.isMissing || error.isNoDirectory {
            return nil
        }
    }

    /// All folders, by path. One may lie in another, where an image and a folder had the same name.
    static func all(below top: DirectoryHandle) throws(SystemCallError) -> [DeadLetterFolder] {
        var found: [DeadLetterFolder] = []
        var open: [(RelativePath, DirectoryHandle)] = [(RelativePath([]), top)]
        while let (path, directory) = open.popLast() {
            if !path.isEmpty, let folder = try at(path, below: top) { found.append(folder) }
            for name in try directory.entries() where try directory.status(name)?.kind == .directory {
                do {
                    open.append((path.appending(name), try directory.subdirectory(name)))
                } catch  where error.isMissing || error.isNoDirectory {
                    continue
                }
            }
        }
        return found.sorted { $0.path < $1.path }
    }
}
