package import LinuxSupport

/// The files `.ocrspool.json` of the inbox's folders, and what they come to for each folder.
///
/// A file that is not valid makes the images at and below its folder wait, from the moment that it is seen; it is said to
/// be broken once it has been quiet, for it may be half written.
struct FolderDefaults: Sendable {
    /// What holds for the images of a folder.
    enum Effective: Hashable, Sendable {
        case none
        case defaults(MergedDefaults)
        /// The defaults of `folder`, this one or one above, are not valid.
        case broken(folder: RelativePath, message: String)
    }

    /// By folder.
    private var files: [RelativePath: InboxFile] = [:]
    /// Folders of which nothing was reported since the last change.
    private var unreported: Set<RelativePath> = []
    /// What was worked out already; empty again after every change.
    private var known: [RelativePath: Effective] = [:]
    private(set) var broken: [RelativePath: String] = [:]

    init() {}

    var isEmpty: Bool { files.isEmpty }
    var folders: some Collection<RelativePath> { files.keys }

    /// Takes in a look at the file of `folder`.
    /// - Returns: whether anything changed.
    mutating func observe(
        _ folder: RelativePath, _ status: FileStatus, sighting: Sighting, at now: MonotonicInstant
    ) -> Bool {
        if var file = files[folder] {
            guard file.observe(status, sighting: sighting, at: now) else { return false }
            files[folder] = file
        } else {
            let path = folder.appending(SpoolLayout.folderDefaults)
            files[folder] = InboxFile(path: path, status: status, sighting: sighting, at: now)
        }
        changed(folder)
        return true
    }

    /// - Returns: whether there was one.
    mutating func remove(_ folder: RelativePath) -> Bool {
        guard files.removeValue(forKey: folder) != nil else { return false }
        changed(folder)
        unreported.remove(folder)
        broken[folder] = nil
        return true
    }

    /// What is wrong with a file may come to light, or change, when one above it does.
    private mutating func changed(_ folder: RelativePath) {
        known = [:]
        unreported.formUnion(files.keys.lazy.filter { $0.isWithin(folder) })
    }

    /// What holds for the images in `folder`.
    mutating func effective(for folder: RelativePath, probe: some IntakeProbe) -> Effective {
        if files.isEmpty { return .none }
        if let found = known[folder] { return found }
        let outer: Effective = folder.isEmpty ? .none : effective(for: folder.parent, probe: probe)
        let found = joined(folder, with: outer, probe: probe)
        known[folder] = found
        return found
    }

    private func joined(_ folder: RelativePath, with outer: Effective, probe: some IntakeProbe) -> Effective {
        guard let file = files[folder] else { return outer }
        let above: MergedDefaults?
        switch outer {
        case .none: above = nil
        case .defaults(let defaults): above = defaults
        case .broken: return outer
        }
        switch probe.defaults(file.path, file.status, over: above) {
        case .valid(let defaults): return .defaults(defaults)
        case .invalid(let message): return .broken(folder: folder, message: message)
        }
    }

    /// When the next file will have been quiet for `settle`, and can be reported on; `.never` without one.
    func nextReport(_ settle: Duration) -> MonotonicInstant {
        unreported.lazy.compactMap { files[$0]?.lastChange.advanced(by: settle) }.min() ?? .never
    }

    /// Of the files that have been quiet for `settle` and were not reported on since their last change: what is wrong
    /// with them, or `nil` for those that were said to be broken and are not any more.
    mutating func reports(at now: MonotonicInstant, settle: Duration, probe: some IntakeProbe) -> [DefaultsReport] {
        var reports: [DefaultsReport] = []
        for folder in unreported.sorted() {
            guard let file = files[folder], file.lastChange.advanced(by: settle) <= now else { continue }
            unreported.remove(folder)
            let old = broken[folder]
            if case .broken(folder, let message) = effective(for: folder, probe: probe) {
                broken[folder] = message
                if message != old { reports.append(DefaultsReport(folder: folder, message: message)) }
            } else if old != nil {
                broken[folder] = nil
                reports.append(DefaultsReport(folder: folder, message: nil))
            }
        }
        return reports
    }
}

/// News of a folder's file of defaults.
package struct DefaultsReport: Hashable, Sendable {
    package let folder: RelativePath
    /// What is wrong with it; `nil` if it was mended.
    package let message: String?
}
