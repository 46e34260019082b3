package import LinuxSupport
internal import StrictJSON

/// The attempts of files that were taken back from the dead letter, in `state/history/<device>-<inode>.json` until
/// their next claim. A rename keeps the inode, so `ocrspool retry` can tell the story on.
extension Spool {
    private static let directory: FileName = "history"
    /// Bytes of JSON: a claim record takes the history in, and must stay readable.
    private static let longest = 256 * 1024

    /// Keeps `attempts` for the file of `status`, durably; of a long history its end.
    package func rememberHistory(_ attempts: [AttemptRecord], of status: FileStatus) throws(SystemCallError) {
        let folder = try state.makeDescendant(RelativePath([Self.directory]), mode: 0o700)
        var kept = attempts.suffix(100)
        var bytes = Self.encode(kept, of: status)
        while bytes.count > Self.longest, !kept.isEmpty {
            kept = kept.suffix(kept.count / 2)
            bytes = Self.encode(kept, of: status)
        }
        try folder.replaceDurably(Self.name(of: status), bytes)
    }

    private static func encode(_ attempts: ArraySlice<AttemptRecord>, of status: FileStatus) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("modified")
            writer.int(Int(status.modified))
            writer.key("attempts")
            writer.array { writer in
                for attempt in attempts { attempt.write(to: &writer) }
            }
        }
        return writer.bytes
    }

    /// What is kept for the file of `status`; empty if nothing is, or if the file was written to since.
    func history(of status: FileStatus) throws(SystemCallError) -> [AttemptRecord] {
        let bytes: [UInt8]
        do {
            bytes = try state.subdirectory(Self.directory).read(Self.name(of: status), limit: Self.longest)
        } catch  where error.isMissing {
            return []
        }
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.longest, depth: 8)),
            value["modified"]?.int == Int(status.modified)
        else { return [] }
        return value["attempts"]?.array?.compactMap(AttemptRecord.init(_:)) ?? []
    }

    func forgetHistory(of status: FileStatus) throws(SystemCallError) {
        do { try state.subdirectory(Self.directory).remove(Self.name(of: status)) } catch  where error.isMissing {}
    }

    private static func name(of status: FileStatus) -> FileName {
        FileName(stringLiteral: "\(status.device)-\(status.inode).json")
    }
}
