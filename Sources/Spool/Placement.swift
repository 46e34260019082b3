package import LinuxSupport

/// A place for an outcome: an open directory and a name in it.
package struct Placement: Sendable {
    package let directory: DirectoryHandle
    /// The path of `directory` below the outbox, archive or dead letter.
    package let parent: RelativePath
    package let name: FileName

    package var path: RelativePath { parent.appending(name) }

    /// Opens, and makes where missing, the directory for `path` below `base`.
    ///
    /// Where the way leads through something that is no directory (an archived image `a` and now a folder `a/`), the
    /// outcome goes to the top of `base` under a name with the job's id, so that it has a place in any case.
    package static func prepare(_ path: RelativePath, below base: DirectoryHandle, job: JobID)
        throws(SystemCallError) -> Placement
    {
        guard let name = path.name else { preconditionFailure("an outcome has a name") }
        do {
            return Placement(directory: try base.makeDescendant(path.parent), parent: path.parent, name: name)
        } catch  where error.isNoDirectory {
            let fallback = OutcomeName.withJob(name, job, suffix: "")
            return Placement(directory: base, parent: RelativePath([]), name: fallback)
        }
    }
}
