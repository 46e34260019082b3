package import LinuxSupport

/// What intake must know of a request, with the defaults of its folder; the rest is the recognizer's business.
package struct RequestFacts: Hashable, Sendable {
    /// Whether it can be decoded. One that cannot may only be half written.
    package var isValid: Bool
    /// 0…9, 9 first.
    package var priority: Int
    /// What the producer says to have written.
    package var bytes: Int64?
    /// Lower-case hexadecimal.
    package var sha256: String?
    /// Frames of one stream: of those that wait, only the newest is read.
    package var stream: String?
    /// Jobs with equal words here need the same models.
    package var models: String

    package init(
        isValid: Bool, priority: Int = RequestFacts.defaultPriority, bytes: Int64? = nil, sha256: String? = nil,
        stream: String? = nil, models: String = ""
    ) {
        self.isValid = isValid
        self.priority = priority
        self.bytes = bytes
        self.sha256 = sha256
        self.stream = stream
        self.models = models
    }

    package static let defaultPriority = 5
}

/// The defaults of a folder, merged from the inbox's root down.
package struct MergedDefaults: Hashable, Sendable {
    /// A request as JSON.
    package let bytes: [UInt8]
    /// Of an image that has no request of its own.
    package let facts: RequestFacts

    package init(bytes: [UInt8], facts: RequestFacts) {
        self.bytes = bytes
        self.facts = facts
    }
}

/// What a folder's file of defaults says.
package enum DefaultsAnswer: Hashable, Sendable {
    case valid(MergedDefaults)
    /// Why not, in a sentence.
    case invalid(String)
}

/// What intake asks of files, beyond what the kernel says of them without opening them. Answers may be remembered
/// for as long as a file's status stays the same.
package protocol IntakeProbe {
    /// Whether a file named `*.json` is an image all the same, by its first bytes.
    func isImage(_ path: RelativePath, _ status: FileStatus) -> Bool
    /// What the request at `path` says, and `defaults` where it says nothing.
    func requestFacts(_ path: RelativePath, _ status: FileStatus, defaults: MergedDefaults?) -> RequestFacts
    /// What the file of defaults at `path` says, and `outer`, of the folders above, where it says nothing.
    func defaults(_ path: RelativePath, _ status: FileStatus, over outer: MergedDefaults?) -> DefaultsAnswer
    /// Lower-case hexadecimal; `nil` if it cannot be read.
    func sha256(_ path: RelativePath, _ status: FileStatus) -> String?
    /// Whether somebody has it open for writing; `nil` where that cannot be known.
    func isOpenForWriting(_ path: RelativePath) -> Bool?
}
