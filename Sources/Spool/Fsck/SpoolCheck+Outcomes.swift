internal import Glibc
internal import LinuxSupport

// What lies at the ends of the spool.
extension SpoolCheck {
    mutating func checkOutbox(_ outbox: DirectoryHandle) throws(SystemCallError) {
        try walk(outbox, [SpoolLayout.outbox]) { check, folder, path, files throws(SystemCallError) in
            var stems: Set<[UInt8]> = []
            for name in files where name.hasSuffix(".json") {
                if try check.checkResult(name, in: folder, path.appending(name)) {
                    stems.insert(Array(name.bytes.dropLast(".json".utf8.count)))
                }
            }
            for name in files where !name.hasSuffix(".json") && !Self.isSideOutput(name, of: stems) {
                check.note(.foreignFile, path.appending(name), "It is no result of this spool, and is left alone.")
            }
        }
    }

    /// - Returns: whether it is a result of ours.
    private mutating func checkResult(_ name: FileName, in folder: DirectoryHandle, _ path: RelativePath)
        throws(SystemCallError) -> Bool
    {
        switch try outcome(name, in: folder, path, .result) {
        case .whole(let job):
            report.results += 1
            outcomes[job, default: []].append(path)
            return true
        case .incomplete:
            return true
        case .foreign:
            note(.foreignFile, path, "It is JSON, but no result of this spool, and is left alone.")
            return false
        case .torn, nil:
            return false
        }
    }

    /// The record `name`, with what is wrong with it reported; `nil` if it is gone or cannot be read.
    private mutating func outcome(
        _ name: FileName, in folder: DirectoryHandle, _ path: RelativePath, _ kind: OutcomeRecord.Kind
    ) throws(SystemCallError) -> OutcomeRecord? {
        let bytes: [UInt8]
        do {
            bytes = try folder.read(name, limit: OutcomeRecord.limit)
        } catch  where error.isMissing {
            return nil
        } catch  where error.code == EFBIG {
            note(.recordUnchecked, path, "It has more than \(OutcomeRecord.limit) bytes and was not read.")
            return nil
        } catch  where !error.isExhaustion {
            violation(.unreadable, path, "It cannot be read: \(error.reason).")
            return nil
        }
        let record = OutcomeRecord(bytes, of: kind)
        switch record {
        case .torn(let reason):
            violation(.recordTorn, path, "It is not whole JSON: \(reason).")
        case .incomplete(let missing):
            violation(.recordIncomplete, path, "The record lacks \(missing.joined(separator: ", ")).")
        case .whole, .foreign:
            break
        }
        return record
    }

    private static func isSideOutput(_ name: FileName, of stems: Set<[UInt8]>) -> Bool {
        name.bytes.indices.contains { name.bytes[$0] == 0x2E && stems.contains(Array(name.bytes[..<$0])) }
    }

    mutating func checkDeadLetter(_ deadLetter: DirectoryHandle) throws(SystemCallError) {
        try walk(deadLetter, [SpoolLayout.deadLetter]) { check, folder, path, files throws(SystemCallError) in
            if path.depth == 1 {
                for name in files {
                    check.note(.foreignFile, path.appending(name), "It is no dead letter, and is left alone.")
                }
                return
            }
            if !files.isEmpty { try check.checkLetter(folder, path, files) }
        }
    }

    private mutating func checkLetter(_ folder: DirectoryHandle, _ path: RelativePath, _ files: [FileName])
        throws(SystemCallError)
    {
        guard files.contains(SpoolLayout.error) else {
            violation(.deadLetterUnrecorded, path, "The dead letter has no error.json that says what went wrong.")
            return
        }
        let recordPath = path.appending(SpoolLayout.error)
        switch try outcome(SpoolLayout.error, in: folder, recordPath, .error) {
        case .whole(let job):
            report.deadLetters += 1
            outcomes[job, default: []].append(path)
        case .foreign:
            violation(.recordIncomplete, recordPath, "It is JSON, but no error record of this spool.")
        case .incomplete, .torn, nil:
            break
        }
        if files.count == 1 { try checkEmptiness(folder, path) }
    }

    /// A letter that holds its record alone was emptied by a person who tries its image again, or never held one. The
    /// record moves into the letter last, so a later change of the folder was a person's.
    private mutating func checkEmptiness(_ folder: DirectoryHandle, _ path: RelativePath) throws(SystemCallError) {
        guard let record = try folder.status(SpoolLayout.error) else { return }
        let tickOfTheClock: Int64 = 10_000_000
        if try folder.status().modified > record.changed + tickOfTheClock {
            note(.deadLetterEmptied, path, "Its image was taken out; purge removes the rest.")
        } else {
            violation(.deadLetterHollow, path, "The dead letter holds neither an image nor a request.")
        }
    }

    mutating func checkArchive(_ archive: DirectoryHandle) throws(SystemCallError) {
        try walk(archive, [SpoolLayout.archive]) { check, folder, path, files throws(SystemCallError) in
            for name in files {
                check.report.archived += 1
                guard let status = try folder.status(name) else { continue }
                check.originals[FileIdentity(status)] = path.appending(name)
            }
        }
    }

    /// Calls `body` with the regular, visible files of `directory` and of every directory below it. Symbolic links are
    /// not followed.
    private mutating func walk(
        _ directory: DirectoryHandle, _ names: [FileName],
        _ body: (inout SpoolCheck, DirectoryHandle, RelativePath, [FileName]) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        let path = RelativePath(names)
        var files: [FileName] = []
        var folders: [FileName] = []
        for name in try directory.entries() where !name.isHidden {
            switch try directory.status(name)?.kind {
            case .regular: files.append(name)
            case .directory: folders.append(name)
            case .symbolicLink, .other:
                note(.foreignFile, path.appending(name), "It is no regular file, and is left alone.")
            case nil: break
            }
        }
        try body(&self, directory, path, files)
        for name in folders {
            do {
                try walk(try directory.subdirectory(name), names + [name], body)
            } catch  where error.isMissing || error.isNoDirectory {
                continue
            } catch  where error.isAccessDenied {
                violation(.unreadable, path.appending(name), "It cannot be read: \(error.reason).")
            }
        }
    }
}

extension SystemCallError {
    /// Whether the process or the machine lacks the means to look.
    fileprivate var isExhaustion: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }
}
