internal import LinuxSupport
internal import Spool

/// Puts an image and its request into the inbox so that no worker can ever see half of either: both are written under
/// hidden names and flushed, then the request gets its name, then the image, then the folder is flushed.
///
/// A crash leaves nothing, hidden files that every worker ignores, or a request without its image, which submitting
/// again refuses to overwrite and which a worker gives up after an hour.
struct InboxDrop {
    /// Only the owner may write; the worker reads by group.
    private static let fileMode: UInt32 = 0o640

    private let inbox: DirectoryHandle
    let path: RelativePath
    private let name: FileName
    private let requestName: FileName

    /// - Throws: a usage error for a name that a worker would ignore, or that has no room for a request's.
    init(inbox: DirectoryHandle, path: RelativePath) throws(CommandError) {
        guard let name = path.name else { throw .usage("the image has no name") }
        if let rule = IgnoreRules.builtIn.rule(for: path) ?? (name == SpoolLayout.folderDefaults ? .hidden : nil) {
            throw .usage(
                "\(path.display) would be ignored in the inbox (\(rule)); give another name with --as")
        }
        guard name.bytes.count + ".json".utf8.count <= OutcomeName.longest else {
            throw .usage("\(path.display) is too long a name; give another with --as, of at most 250 bytes")
        }
        self.inbox = inbox
        self.path = path
        self.name = name
        requestName = name.appending(".json")
    }

    /// - Throws: `.nameTaken` when an image or a request of the name still waits.
    func drop(_ image: borrowing FileDescriptor, request: [UInt8]) throws(CommandError) {
        let folder = try calling { () throws(SystemCallError) in try InboxFolders.open(path.parent, below: inbox) }
        for taken in [name, requestName] {
            if try calling({ () throws(SystemCallError) in try folder.contains(taken) }) {
                throw nameTaken(taken)
            }
        }
        let hidden = FileName(stringLiteral: ".ocrspool-\(RandomBytes.hexadecimal(8)).tmp")
        let hiddenRequest = hidden.appending(".json")
        do throws(SystemCallError) {
            try write(image, to: hidden, in: folder)
            try write(request, to: hiddenRequest, in: folder)
            try publish(hidden, hiddenRequest, in: folder)
        } catch {
            _ = try? folder.remove(hidden)
            _ = try? folder.remove(hiddenRequest)
            throw error.isTaken ? nameTaken(name) : CommandError(error)
        }
    }

    private func publish(
        _ image: FileName, _ request: FileName, in folder: DirectoryHandle
    ) throws(SystemCallError) {
        let own = try folder.status(request)
        try folder.moveNoReplace(request, to: folder, as: requestName)
        do {
            try folder.moveNoReplace(image, to: folder, as: name)
        } catch {
            // Another producer was faster with the image; its request must not be ours.
            if let own, let found = try? folder.status(requestName), found.isSameFile(as: own) {
                _ = try? folder.remove(requestName)
            }
            throw error
        }
        try folder.synchronize()
    }

    private func write(
        _ image: borrowing FileDescriptor, to hidden: FileName, in folder: DirectoryHandle
    ) throws(SystemCallError) {
        let copy = try folder.createFile(hidden, mode: Self.fileMode)
        try copy.setMode(Self.fileMode, folder.display(hidden))
        while true {
            let chunk = try image.readAll(limit: 1 << 20, path.display)
            try copy.writeAll(chunk, folder.display(hidden))
            if chunk.count < 1 << 20 { break }
        }
        try copy.synchronize(folder.display(hidden))
        try copy.close()
    }

    private func write(
        _ request: [UInt8], to hidden: FileName, in folder: DirectoryHandle
    ) throws(SystemCallError) {
        let file = try folder.createFile(hidden, mode: Self.fileMode)
        try file.setMode(Self.fileMode, folder.display(hidden))
        try file.writeAll(request, folder.display(hidden))
        try file.synchronize(folder.display(hidden))
        try file.close()
    }

    private func nameTaken(_ taken: FileName) -> CommandError {
        CommandError(
            .nameTaken,
            "\(path.parent.appending(taken).display) still waits in the inbox; "
                + "submit again later, or under another name with --as")
    }
}
