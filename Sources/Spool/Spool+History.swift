package import LinuxSupport
internal import StrictJSON

/// The attempts of files that were taken back from the dead letter, in `state/history/<device>-<inode>.json` until
/// their next claim. A rename keeps the inode, so `ocrspool retry` can tell the story on.
extension Spool {
    private static let directory: FileName = "history"

    /// Keeps `attempts` for the file of `status`, durably.
    package func rememberHistory(_ attempts: [AttemptRecord], of status: FileStatus) throws(SystemCallError) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("modified")
            writer.int(Int(status.modified))
            writer.key("attempts")
            writer.array { writer in
                for attempt in attempts.suffix(100) { attempt.write(to: &writer) }
            }
        }
        let folder = try state.makeDescendant(RelativePath([Self.directory]), mode: 0o700)
        try folder.replaceDurably(Self.name(of: status), writer.bytes)
    }

    /// What is kept for the file of `status`; empty if nothing is, or if the file was written to since.
    func history(of status: FileStatus) throws(SystemCallError) -> [AttemptRecord] {
        let bytes: [UInt8]
        do {
            bytes = try state.subdirectory(Self.directory).read(Self.name(of: status), limit: 1 << 20)
        } catch  where error.isMissing {
            return []
        }
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1 << 20, depth: 8)),
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
