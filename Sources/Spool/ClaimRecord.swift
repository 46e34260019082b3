package import LinuxSupport
internal import StrictJSON

/// What was claimed, written before anything moves, so that any worker can finish what a dead one began.
package struct ClaimRecord: Hashable, Sendable {
    /// What the job is about.
    package enum Subject: String, Sendable {
        case image
        /// A request whose image never came; its only way leads to the dead letter.
        case orphanRequest
        /// A frame of a stream of which a newer one waits; its only way leads to where originals go.
        case supersededFrame
    }

    /// What the file that the job is about is called in the job's directory.
    package var subjectName: FileName { subject == .orphanRequest ? SpoolLayout.request : SpoolLayout.image }

    /// A file in the inbox, by its path and its identity.
    package struct Source: Hashable, Sendable {
        package var path: RelativePath
        package var device: UInt64
        package var inode: UInt64
        package var size: Int64
        /// Nanoseconds since 1970.
        package var modified: Int64

        package init(path: RelativePath, status: FileStatus) {
            self.path = path
            device = status.device
            inode = status.inode
            size = status.size
            modified = status.modified
        }

        package func isSameFile(as status: FileStatus) -> Bool {
            status.device == device && status.inode == inode
        }
    }

    package var id: JobID
    package var subject: Subject
    /// The image, or the orphan request itself.
    package var source: Source
    /// The request that lay beside the image.
    package var request: Source?
    package var receivedAt: Timestamp
    /// Below `outbox`; decided here and kept through crashes.
    package var resultPath: RelativePath
    /// Attempts of an earlier life of the same file that was taken back from the dead letter.
    package var history: [AttemptRecord]

    package init(
        id: JobID, subject: Subject, source: Source, request: Source?, receivedAt: Timestamp, resultPath: RelativePath,
        history: [AttemptRecord]
    ) {
        self.id = id
        self.subject = subject
        self.source = source
        self.request = request
        self.receivedAt = receivedAt
        self.resultPath = resultPath
        self.history = history
    }
}

extension ClaimRecord {
    /// The record as one line of JSON. Paths are hexadecimal, for they need not be UTF-8, with a readable twin.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("schema")
            writer.string("ocrspool.claim/1")
            writer.key("id")
            writer.string(id.rawValue)
            writer.key("subject")
            writer.string(subject.rawValue)
            writer.key("source")
            source.write(to: &writer)
            if let request {
                writer.key("request")
                request.write(to: &writer)
            }
            writer.key("receivedAt")
            writer.int(Int(receivedAt.unixMilliseconds))
            writer.key("resultPath")
            writer.string(Hexadecimal.encode(resultPath.bytes))
            writer.key("history")
            writer.array { writer in
                for attempt in history { attempt.write(to: &writer) }
            }
        }
        return writer.bytes + [0x0A]
    }

    /// `nil` if `bytes` is no whole claim record, as after a power cut in the middle of writing it.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1 << 20, depth: 8)),
            value["schema"]?.string == "ocrspool.claim/1",
            let id = value["id"]?.string.flatMap(JobID.init(_:)),
            let subject = value["subject"]?.string.flatMap(Subject.init(rawValue:)),
            let source = value["source"].flatMap(Source.init(_:)),
            let receivedAt = value["receivedAt"]?.int,
            let resultPath = value["resultPath"]?.string.flatMap(Hexadecimal.decode).flatMap(RelativePath.init(_:)),
            let history = value["history"]?.array
        else { return nil }
        self.init(
            id: id, subject: subject, source: source, request: value["request"].flatMap(Source.init(_:)),
            receivedAt: Timestamp(unixMilliseconds: Int64(receivedAt)), resultPath: resultPath,
            history: history.compactMap(AttemptRecord.init(_:)))
    }
}

extension ClaimRecord.Source {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("path")
            writer.string(path.string)
            writer.key("pathBytes")
            writer.string(Hexadecimal.encode(path.bytes))
            writer.key("device")
            writer.string(String(device))
            writer.key("inode")
            writer.string(String(inode))
            writer.key("size")
            writer.int(Int(size))
            writer.key("modified")
            writer.int(Int(modified))
        }
    }

    fileprivate init?(_ value: JSONValue) {
        guard let path = value["pathBytes"]?.string.flatMap(Hexadecimal.decode).flatMap(RelativePath.init(_:)),
            let device = value["device"]?.string.flatMap(UInt64.init(_:)),
            let inode = value["inode"]?.string.flatMap(UInt64.init(_:)),
            let size = value["size"]?.int, let modified = value["modified"]?.int
        else { return nil }
        self.path = path
        self.device = device
        self.inode = inode
        self.size = Int64(size)
        self.modified = Int64(modified)
    }
}
