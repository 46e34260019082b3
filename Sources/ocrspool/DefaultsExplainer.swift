internal import LinuxSupport
internal import Spool
internal import Worker

/// Explains folders, and the files of defaults in them.
struct DefaultsExplainer {
    let scene: ExplainedScene

    /// A folder of the inbox, or the inbox itself.
    func folder(_ path: RelativePath, _ place: [UInt8]) -> Explanation {
        let what = "it is a folder; the images in it are read one by one"
        switch state(of: path) {
        case nil: return Explanation(.folder, what, place: place)
        case FolderDefaultsCheck.Answer.none?:
            return Explanation(.folder, "\(what), and it has no defaults", place: place)
        case .valid(let folders)?:
            let files = folders.map(file(of:)).joined(separator: ", ")
            return Explanation(.folder, "\(what), with the defaults of \(files), which are valid", place: place)
        case .broken(let folder, let message)?:
            var explanation = Explanation(
                .folder,
                "\(what), but now they wait: the defaults in \(file(of: folder)) are not valid: \(clause(message)); "
                    + Self.advice, place: place)
            explanation.folder = folder
            explanation.reason = message
            return explanation
        }
    }

    /// The file of defaults itself.
    func file(_ path: RelativePath, _ place: [UInt8]) -> Explanation {
        let whose = path.parent.isEmpty ? "all images" : "the images in \(path.parent.display)"
        let what = "it gives \(whose) what their own requests do not say"
        var explanation: Explanation
        switch state(of: path.parent) {
        case .broken(let folder, let message)?:
            let which = folder == path.parent ? "it is" : "but \(file(of: folder)) is"
            explanation = Explanation(
                .defaults, "\(what); \(which) not valid: \(clause(message)); the images wait; \(Self.advice)",
                place: place)
            explanation.reason = message
            explanation.folder = folder
        case .valid?: explanation = Explanation(.defaults, "\(what); it is valid", place: place)
        case FolderDefaultsCheck.Answer.none?, nil: explanation = Explanation(.defaults, what, place: place)
        }
        return explanation
    }

    static let advice = "mend the file, and they go on by themselves (its form: ocrspool schema request)"

    private func file(of folder: RelativePath) -> String { folder.appending(SpoolLayout.folderDefaults).display }

    /// What holds for the images in `folder`: by a worker's word where it finds fault, else by reading the files.
    private func state(of folder: RelativePath) -> FolderDefaultsCheck.Answer? {
        for (broken, message) in scene.living.flatMap(\.brokenDefaults) where folder.isWithin(broken) {
            return .broken(folder: broken, message: message)
        }
        guard let inbox = try? scene.places.root.subdirectory(SpoolLayout.inbox) else { return nil }
        return try? FolderDefaultsCheck.check(folder, in: inbox)
    }
}
