package import LinuxSupport

/// What intake must know of a request; the rest is the recognizer's business.
package struct RequestFacts: Hashable, Sendable {
    /// Whether it can be decoded. One that cannot may only be half written.
    package var isValid: Bool
    /// 0…9, 9 first.
    package var priority: Int
    /// What the producer says to have written.
    package var bytes: Int64?
    /// Lower-case hexadecimal.
    package var sha256: String?

    package init(
        isValid: Bool, priority: Int = RequestFacts.defaultPriority, bytes: Int64? = nil, sha256: String? = nil
    ) {
        self.isValid = isValid
        self.priority = priority
        self.bytes = bytes
        self.sha256 = sha256
    }

    package static let defaultPriority = 5
}

/// What intake asks of files, beyond what the kernel says of them without opening them. Answers may be remembered
/// for as long as a file's status stays the same.
package protocol IntakeProbe {
    /// Whether a file named `*.json` is an image all the same, by its first bytes.
    func isImage(_ path: RelativePath, _ status: FileStatus) -> Bool
    func requestFacts(_ path: RelativePath, _ status: FileStatus) -> RequestFacts
    /// Lower-case hexadecimal; `nil` if it cannot be read.
    func sha256(_ path: RelativePath, _ status: FileStatus) -> String?
    /// Whether somebody has it open for writing; `nil` where that cannot be known.
    func isOpenForWriting(_ path: RelativePath) -> Bool?
}
