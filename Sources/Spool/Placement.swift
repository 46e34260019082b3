package import LinuxSupport

/// A place for an outcome: an open directory and a name in it.
package struct Placement: Sendable {
    package let directory: DirectoryHandle
    /// The path of `directory` below the outbox, archive or dead letter.
    package let parent: RelativePath
    package let name: FileName
    /// From the outbox, archive or dead letter down to `directory`.
    private let way: [DirectoryHandle]

    package var path: RelativePath { parent.appending(name) }

    /// Opens, and makes where missing, the directory for `path` below `base`.
    ///
    /// Where the way leads through something that is no directory (an archived image `a` and now a folder `a/`), the
    /// outcome goes to the top of `base` under a name with the job's id, so that it has a place in any case.
    /// - Parameter suffix: The end of the name that stays its end, such as `.json`.
    package static func prepare(_ path: RelativePath, below base: DirectoryHandle, job: JobID, suffix: String = "")
        throws(SystemCallError) -> Placement
    {
        guard let name = path.name else { preconditionFailure("an outcome has a name") }
        do {
            let way = try make(path.parent, below: base)
            return Placement(directory: way[way.count - 1], parent: path.parent, name: name, way: way)
        } catch  where error.isNoDirectory {
            let fallback = OutcomeName.withJob(stem(name, without: suffix), job, suffix: suffix)
            return Placement(directory: base, parent: RelativePath([]), name: fallback, way: [base])
        }
    }

    /// Prepares a place and lets `body` put something there. A consumer who tidies up may remove a folder that was just
    /// made, or was empty until now: it is then made again, and `body` called again.
    static func use<Answer>(
        _ path: RelativePath, below base: DirectoryHandle, job: JobID, suffix: String = "",
        _ body: (Placement) throws(SystemCallError) -> Answer
    ) throws(SystemCallError) -> Answer {
        for _ in 1...4 {
            do {
                return try body(try prepare(path, below: base, job: job, suffix: suffix))
            } catch  where error.isMissing {
                continue
            }
        }
        return try body(try prepare(path, below: base, job: job, suffix: suffix))
    }

    /// Makes the names in the place durable, and the directories on the way to it too: they may have been made by a
    /// former life, or by another worker just now, and not yet be on the device.
    func synchronize() throws(SystemCallError) {
        for directory in way.reversed() { try directory.synchronize() }
    }

    /// `synchronize` for a place that may be gone, as when a consumer removed the folder with the outcome.
    static func synchronizeIfPresent(_ parent: RelativePath, below base: DirectoryHandle) throws(SystemCallError) {
        var directory = base
        try directory.synchronize()
        do {
            for name in parent.names {
                directory = try directory.subdirectory(name)
                try directory.synchronize()
            }
        } catch  where error.isMissing || error.isNoDirectory {
            return
        }
    }

    private static func make(_ path: RelativePath, below base: DirectoryHandle) throws(SystemCallError)
        -> [DirectoryHandle]
    {
        var way = [base]
        var directory = base
        for name in path.names {
            if try directory.makeDirectory(name) {
                // Whoever may tidy up the outbox may tidy up its folders.
                try directory.setMode(name, base.status().mode)
                try directory.synchronize()
            }
            directory = try directory.subdirectory(name)
            way.append(directory)
        }
        return way
    }

    private static func stem(_ name: FileName, without suffix: String) -> FileName {
        guard name.hasSuffix(suffix) else { return name }
        return FileName(Array(name.bytes.dropLast(suffix.utf8.count))) ?? name
    }
}
