internal import LinuxSupport
internal import Spool
internal import Worker

/// Takes folders of the dead letter apart and puts what is in them back into the inbox.
///
/// In this order, so that a crash anywhere loses nothing and the same command does the rest: the history is kept; the
/// request moves (alone it is an orphan for an hour at most); the image moves, which is when a worker may take the pair;
/// the emptied folder goes.
struct DeadLetterReturn {
    let spool: Spool

    /// - Returns: the path in the inbox; `nil` if there was only the rest of an earlier return to clear away.
    func putBack(_ folder: DeadLetterFolder) throws(CommandError) -> RelativePath? {
        guard let path = folder.inboxPath, let subject = folder.subject else {
            guard folder.isEmptied else { throw CommandError(.unknownName, "there is no image in the folder") }
            try calling { () throws(SystemCallError) in try clear(folder) }
            return nil
        }
        let inbox = try calling { () throws(SystemCallError) in
            try InboxFolders.open(path.parent, below: try spool.inbox())
        }
        try refuseTaken(path, in: inbox)
        if let request = folder.inboxRequestPath { try refuseTaken(request, in: inbox) }
        do throws(SystemCallError) {
            try keepHistory(of: folder, subject)
            if let request = folder.request, let target = folder.inboxRequestPath?.name {
                try folder.directory.moveNoReplace(request, to: inbox, as: target)
                try inbox.synchronize()
            }
            guard let name = path.name else { preconditionFailure("an image has a name") }
            try folder.directory.moveNoReplace(subject, to: inbox, as: name)
            try inbox.synchronize()
            try folder.directory.synchronize()
            try clear(folder)
        } catch {
            throw error.isTaken ? nameTaken(path) : CommandError(error)
        }
        return path
    }

    private func keepHistory(of folder: DeadLetterFolder, _ subject: FileName) throws(SystemCallError) {
        guard let attempts = folder.record?.attempts, !attempts.isEmpty,
            let status = try folder.directory.status(subject)
        else { return }
        try spool.rememberHistory(attempts.map(AttemptRecord.init(_:)), of: status)
    }

    private func refuseTaken(_ path: RelativePath, in inbox: DirectoryHandle) throws(CommandError) {
        guard let name = path.name else { return }
        if try calling({ () throws(SystemCallError) in try inbox.contains(name) }) { throw nameTaken(path) }
    }

    /// Removes the record and the folder, and folders above it that are empty now.
    private func clear(_ folder: DeadLetterFolder) throws(SystemCallError) {
        try folder.directory.remove(SpoolLayout.error)
        try folder.directory.synchronize()
        var path = folder.path
        while let name = path.name {
            let parent = try spool.deadLetter.descendant(path.parent)
            do {
                try parent.removeDirectory(name)
            } catch  where error.isTaken {
                return  // another dead letter lies below it
            }
            try parent.synchronize()
            path = path.parent
        }
    }

    private func nameTaken(_ path: RelativePath) -> CommandError {
        CommandError(.nameTaken, "\(path.display) waits in the inbox already; retry when it has been read")
    }
}

extension AttemptRecord {
    /// An attempt as an error record tells it.
    fileprivate init(_ attempt: FailedAttempt) {
        self.init(
            startedAt: attempt.startedAt, endedAt: attempt.endedAt, code: attempt.code, message: attempt.message,
            exitStatus: attempt.exitStatus, signal: attempt.signal, lastStderr: attempt.lastStderr)
    }
}
