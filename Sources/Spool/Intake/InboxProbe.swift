package import LinuxSupport

/// The real `IntakeProbe`: opens files of the inbox, and remembers what it found for as long as their status is the
/// same. Used by one thread.
package final class InboxProbe: IntakeProbe {
    /// Bytes of a request that are read; one more tells that there are too many.
    package static let requestLimit = 64 * 1024
    /// Bytes from which the kind of a file is told.
    private static let prefixLength = 64

    private let spool: Spool
    private let isImageContent: ([UInt8]) -> Bool
    private let decodeRequest: ([UInt8], MergedDefaults?) -> RequestFacts
    private let decodeDefaults: ([UInt8], MergedDefaults?) -> DefaultsAnswer
    private var imageAnswers: [RelativePath: (FileStatus, Bool)] = [:]
    private var requestAnswers: [RelativePath: (FileStatus, MergedDefaults?, RequestFacts)] = [:]
    private var digestAnswers: [RelativePath: (FileStatus, String)] = [:]

    /// - Parameters:
    ///   - isImageContent: whether a file that begins with these bytes is an image.
    ///   - decodeRequest: what a whole request says over a folder's defaults; it gets at most `requestLimit + 1` bytes.
    ///   - decodeDefaults: what a folder's defaults say over those of the folders above; it gets as many.
    package init(
        spool: Spool, isImageContent: @escaping ([UInt8]) -> Bool,
        decodeRequest: @escaping ([UInt8], MergedDefaults?) -> RequestFacts,
        decodeDefaults: @escaping ([UInt8], MergedDefaults?) -> DefaultsAnswer
    ) {
        self.spool = spool
        self.isImageContent = isImageContent
        self.decodeRequest = decodeRequest
        self.decodeDefaults = decodeDefaults
    }

    package func isImage(_ path: RelativePath, _ status: FileStatus) -> Bool {
        if let (known, answer) = imageAnswers[path], known == status { return answer }
        // Not remembered: what could not be read now may be readable in a moment, with the same status.
        guard let prefix = read(path, limit: Self.prefixLength) else { return false }
        let answer = !prefix.isEmpty && isImageContent(prefix)
        imageAnswers[path] = (status, answer)
        return answer
    }

    package func requestFacts(
        _ path: RelativePath, _ status: FileStatus, defaults: MergedDefaults?
    ) -> RequestFacts {
        if let (known, over, answer) = requestAnswers[path], known == status, over == defaults { return answer }
        guard let bytes = read(path, limit: Self.requestLimit + 1) else { return RequestFacts(isValid: false) }
        let answer = decodeRequest(bytes, defaults)
        requestAnswers[path] = (status, defaults, answer)
        return answer
    }

    package func defaults(
        _ path: RelativePath, _ status: FileStatus, over outer: MergedDefaults?
    ) -> DefaultsAnswer {
        guard status.kind == .regular else { return .invalid("It is no regular file.") }
        guard let bytes = read(path, limit: Self.requestLimit + 1) else {
            return .invalid("It cannot be read; let the user that runs the worker read it.")
        }
        return decodeDefaults(bytes, outer)
    }

    package func sha256(_ path: RelativePath, _ status: FileStatus) -> String? {
        if let (known, answer) = digestAnswers[path], known == status { return answer }
        let answer = withFile(path) { (file) throws(SystemCallError) in
            var hasher = try SHA256()
            while true {
                let chunk = try file.readAll(limit: 1 << 20)
                hasher.update(chunk)
                if chunk.count < 1 << 20 { return hasher.hexadecimal() }
            }
        }
        if let answer { digestAnswers[path] = (status, answer) }
        return answer
    }

    package func isOpenForWriting(_ path: RelativePath) -> Bool? {
        withFile(path) { (file) throws(SystemCallError) in file.isOpenForWriting() } ?? nil
    }

    /// Forgets what is remembered of `path`.
    package func forget(_ path: RelativePath) {
        imageAnswers[path] = nil
        requestAnswers[path] = nil
        digestAnswers[path] = nil
    }

    private func read(_ path: RelativePath, limit: Int) -> [UInt8]? {
        withFile(path) { (file) throws(SystemCallError) in try file.readAll(limit: limit) }
    }

    /// What `body` makes of the open, regular file; `nil` if it cannot be opened or read.
    private func withFile<Answer>(
        _ path: RelativePath, _ body: (borrowing FileDescriptor) throws(SystemCallError) -> Answer
    ) -> Answer? {
        guard let name = path.name else { return nil }
        do {
            let file = try spool.inbox().descendant(path.parent).openForReading(name)
            guard try file.status().kind == .regular else { return nil }
            return try body(file)
        } catch {
            return nil
        }
    }
}
