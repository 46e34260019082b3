internal import LinuxSupport
internal import Spool

/// Finds the images of a folder and of the folders in it, in the order of their names' bytes.
///
/// Names keep their place below the folder's own name, as `cp -r` has it. What a worker would pass over in the inbox is
/// passed over here, by the same rules, so that nothing lies there that is never read; and so are requests, for there is
/// one for all images of a call.
struct SubmissionFolder {
    /// As the user named it, without a slash at its end.
    let source: [UInt8]
    /// What it is called in the inbox; empty for `.` and `..`, whose content goes to the inbox itself.
    let path: RelativePath

    /// - Returns: how many images were found.
    func forEach(
        in directory: DirectoryHandle, _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        try walk(directory, source, path, body)
    }

    private func walk(
        _ directory: DirectoryHandle, _ source: [UInt8], _ path: RelativePath,
        _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        let names: [FileName]
        do throws(SystemCallError) {
            names = try directory.entries()
        } catch {
            try body(.unusable(source, nil, UserFile.unreadable(source, error.reason)))
            return 0
        }
        var count = 0
        for name in names {
            let entrySource = source + (source.last == 0x2F ? [] : [0x2F]) + name.bytes
            count += try visit(name, of: directory, entrySource, path.appending(name), body)
        }
        return count
    }

    private func visit(
        _ name: FileName, of directory: DirectoryHandle, _ source: [UInt8], _ path: RelativePath,
        _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        if let rule = IgnoreRule.rule(for: name) {
            try body(.passedOver(source, rule.description))
            return 0
        }
        if name == SpoolLayout.folderDefaults {
            try body(.passedOver(source, "defaults of a folder of the inbox"))
            return 0
        }
        guard let status = try? directory.status(name) else { return 0 }  // gone meanwhile
        switch status.kind {
        case .directory where path.depth > IgnoreRules.deepest:
            try body(.passedOver(source, IgnoreRule.tooDeep.description))
            return 0
        case .directory:
            let folder: DirectoryHandle
            do throws(SystemCallError) {
                folder = try directory.subdirectory(name)
            } catch {
                try body(.unusable(source, nil, UserFile.unreadable(source, error.reason)))
                return 0
            }
            return try walk(folder, source, path, body)
        case .symbolicLink, .other:
            try body(.passedOver(source, "not a regular file"))
            return 0
        case .regular:
            return try image(name, directory, source, path, body)
        }
    }

    private func image(
        _ name: FileName, _ directory: DirectoryHandle, _ source: [UInt8], _ path: RelativePath,
        _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) -> Int {
        if let fault = InboxName.fault(of: path) {
            try body(.unusable(source, path, CommandError(.noInput, fault)))
            return 1
        }
        if name.hasSuffix(".json"), let file = try? UserFile.open(name, in: directory, shown: source),
            (try? UserFile.isRequest(file, named: source)) == true
        {
            try body(.passedOver(source, "a request; one for all images is given with --request"))
            return 0
        }
        try body(.image(SubmissionImage(content: .entry(directory, name), source: source, path: path)))
        return 1
    }
}
