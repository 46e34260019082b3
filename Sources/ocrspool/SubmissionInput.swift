internal import LinuxSupport
internal import Spool

/// What `submit` is to submit: files, folders, standard input, or a list of files and folders.
struct SubmissionInput {
    /// Where a list is read.
    struct ListSource {
        /// `-` for standard input.
        let path: [UInt8]
        let isNullSeparated: Bool

        var isStandardInput: Bool { path == [UInt8(ascii: "-")] }
    }

    private let operands: [[UInt8]]
    /// The name of the only operand in the inbox.
    private let name: RelativePath?
    private let list: ListSource?
    private let interruption: Interruption

    /// - Throws: usage errors, before anything is submitted: what cannot have a name in the inbox, two images of one
    ///   name, a request among the images, standard input that is asked for twice or has no name.
    init(
        operands: [[UInt8]], name: [UInt8]?, list: ListSource?, interruption: Interruption
    ) throws(CommandError) {
        self.operands = operands
        self.list = list
        self.interruption = interruption
        let standardInput = [UInt8(ascii: "-")]
        if operands.isEmpty, list == nil { throw .usage("needs IMAGE…") }
        if operands.contains(standardInput), list?.isStandardInput == true {
            throw .usage("- and --jobs-from - exclude each other: there is one standard input")
        }
        if name != nil, list != nil || operands.count > 1 {
            throw .usage("--as is for one image, not \(list == nil ? "\(operands.count)" : "a list")")
        }
        if operands.contains(standardInput), name == nil {
            throw .usage("- needs --name NAME, for what comes from standard input has no name; it stands alone")
        }
        if operands.contains(standardInput), ThisProcess.isTerminal(0) {
            throw .usage("standard input is a terminal; send an image there, as in: cat scan.png | ocrspool submit …")
        }
        if let name { self.name = try InboxName.path(name) } else { self.name = nil }
        try refuseFaults()
    }

    /// Whether it is known to be a single image.
    var isSingle: Bool {
        guard list == nil, operands.count == 1 else { return false }
        return operands == [[UInt8(ascii: "-")]] || UserFile.directory(operands[0]) == nil
    }

    /// Images in the order in which they were named; those of folders in the order of their names' bytes.
    /// - Parameter idle: called about ten times a second while a list is waited for.
    func forEach(
        whileIdle idle: () throws(CommandError) -> Void, _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) {
        for operand in operands { try visit(operand, name, body) }
        if let list { try forEach(in: list, whileIdle: idle, body) }
    }

    private func visit(
        _ operand: [UInt8], _ name: RelativePath?, _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) {
        if operand == [UInt8(ascii: "-")], let name {
            try body(.image(SubmissionImage(content: .standardInput, source: operand, path: name)))
        } else if let directory = UserFile.directory(operand) {
            try visitFolder(operand, directory, name, body)
        } else {
            let path: RelativePath
            if let name { path = name } else { path = try InboxName.path(InboxName.last(of: operand)) }
            try body(.image(SubmissionImage(content: .file(operand), source: operand, path: path)))
        }
    }

    private func visitFolder(
        _ operand: [UInt8], _ directory: DirectoryHandle, _ name: RelativePath?,
        _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) {
        var source = operand[...]
        while source.count > 1, source.last == 0x2F { source = source.dropLast() }
        let folder = SubmissionFolder(source: Array(source), path: name ?? Self.folderPath(operand))
        if try folder.forEach(in: directory, body) == 0 {
            let error = CommandError(.noInput, "\(DisplayText.escaped(operand)) holds no image")
            try body(.unusable(operand, nil, error))
        }
    }

    /// A folder's own name; none for those that are named by their place only, such as `.` and `..`.
    private static func folderPath(_ operand: [UInt8]) -> RelativePath {
        RelativePath(FileName(InboxName.last(of: operand)).map { [$0] } ?? [])
    }

    // MARK: - A list

    private func forEach(
        in source: ListSource, whileIdle idle: () throws(CommandError) -> Void,
        _ body: (SubmissionFinding) throws(CommandError) -> Void
    ) throws(CommandError) {
        let shown = source.isStandardInput ? "standard input" : DisplayText.escaped(source.path)
        let file = try source.isStandardInput ? FileDescriptor(taking: 0) : Self.openList(source.path)
        let reader = StreamReader(file, shown: shown, interruption)
        var list = SubmissionList(shown: shown, isNullSeparated: source.isNullSeparated)
        while let entry = try list.next({ () throws(CommandError) in try reader.read(whileIdle: idle) }) {
            let place = list.place
            switch entry {
            case .bad(let reason):
                try body(.unusable([], nil, CommandError(.noInput, "\(place): \(reason)")))
            case .path(let path):
                let fault: String?
                do { fault = try Self.fault(of: path) } catch { fault = error.message }
                if let fault {
                    try body(.unusable(path, nil, CommandError(.noInput, "\(place): \(fault)")))
                } else {
                    try visit(path, nil) { finding throws(CommandError) in
                        try body(finding.told(from: place))
                    }
                }
            }
        }
        if list.line == 0 { Talk.say("submit", "\(shown) is an empty list; nothing is submitted") }
    }

    private static func openList(_ path: [UInt8]) throws(CommandError) -> FileDescriptor {
        do throws(SystemCallError) {
            return try FileDescriptor.openForReading(path: path)
        } catch {
            throw UserFile.unreadable(path, error.reason)
        }
    }

    // MARK: - What is wrong with a name

    /// Refuses operands before the first is submitted. What is missing or cannot be read is told later, and does not keep
    /// the others from being submitted.
    private func refuseFaults() throws(CommandError) {
        if let name, let fault = InboxName.fault(of: name) { throw .usage(fault) }
        var names: Set<[UInt8]> = []
        for operand in operands where operand != [UInt8(ascii: "-")] {
            if name == nil, let fault = try Self.fault(of: operand) { throw .usage(fault) }
            if let file = try? UserFile.open(operand), try UserFile.isRequest(file, named: operand) {
                throw .usage("\(DisplayText.escaped(operand)) is a request and no image; give it with --request")
            }
            let own = InboxName.last(of: operand)
            if name == nil, UserFile.directory(operand) == nil, !names.insert(own).inserted {
                throw .usage(
                    "two images would have the name \(DisplayText.escaped(own)) in the inbox; submit them one by one, "
                        + "with --as")
            }
        }
    }

    /// Why a file or folder cannot have its own name in the inbox.
    private static func fault(of operand: [UInt8]) throws(CommandError) -> String? {
        if operand.contains(0) { return "a path holds no NUL" }
        if UserFile.directory(operand) != nil {
            return IgnoreRules.builtIn.rule(for: folderPath(operand)).map {
                "\(DisplayText.escaped(operand)) would be ignored in the inbox (\($0)); give another name with --as"
            }
        }
        return InboxName.fault(of: try InboxName.path(InboxName.last(of: operand)))
    }
}

extension SubmissionFinding {
    /// The same, complaints told with the place in a list.
    fileprivate func told(from place: String) -> SubmissionFinding {
        switch self {
        case .image(var image):
            image.place = place
            return .image(image)
        case .passedOver: return self
        case .unusable(let source, let path, let error): return .unusable(source, path, error.told(from: place))
        }
    }
}
