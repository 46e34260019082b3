internal import LinuxSupport
internal import Spool

/// An image that is to be submitted: where it is read, and the name that it gets.
struct SubmissionImage {
    enum Content {
        /// As the user named it; symbolic links are followed, for they are the user's own.
        case file([UInt8])
        /// Found in a folder; links are not followed.
        case entry(DirectoryHandle, FileName)
        case standardInput
    }

    let content: Content
    /// As the user would name the file; `-` for standard input.
    let source: [UInt8]
    /// Below the inbox.
    let path: RelativePath
    /// Where it stands in a list, for messages.
    var place: String?

    /// Opens it for reading.
    /// - Throws: `.noInput` for what is no regular file, or cannot be read.
    func open() throws(CommandError) -> FileDescriptor {
        do {
            switch content {
            case .file(let path): return try UserFile.open(path)
            case .entry(let folder, let name): return try UserFile.open(name, in: folder, shown: source)
            case .standardInput: return FileDescriptor(taking: 0)
            }
        } catch {
            throw error.told(from: place)
        }
    }

    var isStandardInput: Bool {
        if case .standardInput = content { true } else { false }
    }
}

/// What is found where the user said images are.
enum SubmissionFinding {
    case image(SubmissionImage)
    /// Left out, by the inbox's own rules or because it cannot be an image; it is said, and no fault.
    case passedOver([UInt8], String)
    /// Named by the user, and cannot be submitted.
    case unusable([UInt8], RelativePath?, CommandError)
}

extension CommandError {
    /// The same, told with a place in a list.
    func told(from place: String?) -> CommandError {
        place.map { CommandError(code, "\($0): \(message)") } ?? self
    }
}
