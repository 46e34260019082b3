internal import LinuxSupport
internal import Spool
internal import Worker

/// Explains what lies in the inbox.
struct InboxExplainer {
    let scene: ExplainedScene

    /// - Returns: `nil` if there is nothing at `path`.
    func explain(_ path: RelativePath) throws(CommandError) -> Explanation? {
        let place = scene.places.absolute(SpoolLayout.inbox, path)
        let found: (DirectoryHandle, FileStatus.Kind)?
        do throws(SystemCallError) {
            found = try look(at: path)
        } catch {
            guard error.isAccessDenied else { throw CommandError(error) }
            return closed(path, error, place)
        }
        guard let (folder, kind) = found else { return nil }
        if let (passed, rule) = WorkerStatus.ignoreRules(of: scene.workers).match(path) {
            return ignored(path, passed, rule, place)
        }
        if let name = path.name, name == SpoolLayout.folderDefaults, kind != .directory {
            return DefaultsExplainer(scene: scene).file(path, place)
        }
        switch kind {
        case .regular: return try waiting(path, in: folder, place)
        case .directory: return DefaultsExplainer(scene: scene).folder(path, place)
        case .symbolicLink:
            return Explanation(
                .notRegular, "it is a symbolic link, which is never followed; drop the image itself", place: place)
        case .other:
            return Explanation(
                .notRegular, "it is no regular file and never opened; drop the image itself", place: place)
        }
    }

    private func look(at path: RelativePath) throws(SystemCallError) -> (DirectoryHandle, FileStatus.Kind)? {
        do {
            let folder = try scene.places.root.subdirectory(SpoolLayout.inbox).descendant(path.parent)
            guard let name = path.name else { return (folder, .directory) }
            return try folder.status(name).map { (folder, $0.kind) }
        } catch  where error.isMissing || error.isNoDirectory {
            return nil
        }
    }

    /// What may lie in a folder that this user may not look into.
    private func closed(_ path: RelativePath, _ error: SystemCallError, _ place: [UInt8]) -> Explanation {
        if let folder = closedFolder(above: path) { return blocked(by: folder, place) }
        var explanation = Explanation(.unseen, "as this user one may not look there (\(error))", place: place)
        explanation.reason = "\(error)"
        return explanation
    }

    private func blocked(by folder: RelativePath, _ place: [UInt8]) -> Explanation {
        var explanation = Explanation(
            .blocked,
            "the worker may not look into the folder \(folder.display); give it the right to (mode 2770)",
            place: place)
        explanation.folder = folder
        return explanation
    }

    private func ignored(
        _ path: RelativePath, _ passed: RelativePath, _ rule: IgnoreRule, _ place: [UInt8]
    ) -> Explanation {
        let what = passed == path ? "its name" : "the folder \(passed.display)"
        let advice =
            switch rule {
            case .tooDeep: "move it up to have it read"
            case .pattern: "rename it to have it read, or take the pattern out of the worker's configuration"
            default: "rename it to have it read"
            }
        var explanation = Explanation(
            .ignored, "it is passed over for \(what) (\(rule)); \(advice)", place: place)
        explanation.reason = rule.description
        return explanation
    }

    // MARK: - Files that wait

    private func waiting(
        _ path: RelativePath, in folder: DirectoryHandle, _ place: [UInt8]
    ) throws(CommandError) -> Explanation {
        guard let spool = scene.spool else {
            return Explanation(.unseen, "it waits in the inbox; as this user one cannot see for what", place: place)
        }
        let word = try calling { () throws(SystemCallError) in
            try WorkerWord.about(path, scene.living, spool)
        }
        if let word { return try WordExplainer(scene: scene, folder: folder).explain(word, place) }
        guard let worker = scene.living.first else {
            return Explanation(
                .unseen, "it waits, and no worker runs on this spool; start one: ocrspool worker", place: place)
        }
        if let closed = closedFolder(above: path) { return blocked(by: closed, place) }
        if let image = try request(path, in: folder) {
            var explanation = Explanation(
                .request, "it is the request of \(image.display), and is taken with it", place: place)
            explanation.worker = worker.view.id
            return explanation
        }
        return unlisted(worker, place)
    }

    private func unlisted(_ worker: WorkerStatus, _ place: [UInt8]) -> Explanation {
        let next = worker.nextScanAt.map { ", and looks at the whole inbox again at \($0)" } ?? ""
        let means = worker.polls ? "polls" : "sees changes by events"
        var explanation = Explanation(
            .unseen, "the worker has not told of it yet\(scene.pause(of: worker)); it \(means)\(next)", place: place)
        explanation.dueAt = worker.nextScanAt
        explanation.worker = worker.view.id
        explanation.seenAt = worker.updatedAt
        return explanation
    }

    /// A folder on the way to `path` that a worker may not enter.
    private func closedFolder(above path: RelativePath) -> RelativePath? {
        var folder = path.parent
        while !folder.isEmpty {
            if scene.living.contains(where: { $0.sight(folder)?.hasPrefix("folder") == true }) { return folder }
            folder = folder.parent
        }
        return nil
    }

    /// The image whose request `path` is, by the rules of pairing.
    private func request(_ path: RelativePath, in folder: DirectoryHandle) throws(CommandError) -> RelativePath? {
        guard let name = path.name, name.hasSuffix(".json"), let stem = FileName(Array(name.bytes.dropLast(5))),
            !isImage(name, in: folder)
        else { return nil }
        return try calling { () throws(SystemCallError) in
            if try folder.status(stem)?.kind == .regular { return path.replacingName(stem) }
            var images: [FileName] = []
            try folder.forEachEntryWithKind { (entry, kind) throws(SystemCallError) in
                guard kind == .regular, entry != name, !entry.hasSuffix(".json"),
                    let dot = entry.bytes.lastIndex(of: 0x2E), entry.bytes[..<dot].elementsEqual(stem.bytes)
                else { return }
                images.append(entry)
            }
            return images.count == 1 ? path.replacingName(images[0]) : nil
        }
    }

    private func isImage(_ name: FileName, in folder: DirectoryHandle) -> Bool {
        guard let file = try? folder.openForReading(name), let start = try? file.readAll(limit: 64) else {
            return false
        }
        return FolderDefaultsCheck.isImage(start)
    }
}
