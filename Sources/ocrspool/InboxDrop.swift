internal import LinuxSupport
internal import Spool
internal import Worker

/// Puts images, each with its request, into the inbox so that no worker can ever see half of either: both are written
/// under hidden names and flushed, and then put into place by `InboxPair`.
struct InboxDrop {
    /// Why an image was not put into the inbox.
    struct Failure: Error {
        let error: CommandError
        /// Whether the others would fare no better: the disk is full, the inbox cannot be written.
        var concernsAll = false
    }

    /// Only the owner may write; the worker reads by group.
    private static let fileMode: UInt32 = 0o640
    /// So long a request may lie without its image, because a worker is just taking both.
    private static let claimWait = Duration.seconds(2)

    let inbox: DirectoryHandle
    /// Whether an image of the name that still waits is replaced.
    let replacesWaiting: Bool
    let interruption: Interruption

    /// Copies `image` and puts it into place; durable on return.
    /// - Parameters:
    ///   - request: gets the size of the image, if it has none.
    ///   - copied: called for every piece that was copied, with its bytes, and now and then with 0.
    /// - Throws: `.nameTaken` when an image or a request of the name still waits, `.noInput` for what cannot be read or
    ///   is not what the request says, and what the spool has to say. Nothing is left of the image then.
    func drop(_ image: SubmissionImage, request: JobRequest, copied: (Int) -> Void) throws(Failure) {
        guard let name = image.path.name else { preconditionFailure("an image has a name") }
        let shown = DisplayText.escaped(image.source)
        let reader: StreamReader
        do {
            reader = StreamReader(try image.open(), shown: shown, interruption)
        } catch {
            throw Failure(error: error)
        }
        let folder = try spooling(image) { () throws(SystemCallError) in
            try InboxFolders.open(image.path.parent, below: inbox)
        }
        // Not worth a copy. What decides is the rename.
        if !replacesWaiting, try spooling(image, { () throws(SystemCallError) in try folder.contains(name) }) {
            throw Failure(error: waits(image))
        }
        let hidden = InboxPair.newHiddenName()
        let hiddenRequest = hidden.appending(".json")
        do throws(Failure) {
            let whole = try copy(reader, of: image, to: hidden, in: folder, request, copied)
            try spooling(image) { () throws(SystemCallError) in
                try write(whole.bytes(), to: hiddenRequest, in: folder)
            }
            try putIntoPlace(hidden, hiddenRequest, image, folder)
        } catch {
            for name in [hidden, hiddenRequest] { _ = try? folder.remove(name) }
            throw error
        }
    }

    /// - Returns: the request with what is known of the image.
    private func copy(
        _ reader: borrowing StreamReader, of image: SubmissionImage, to hidden: FileName, in folder: DirectoryHandle,
        _ request: JobRequest, _ copied: (Int) -> Void
    ) throws(Failure) -> JobRequest {
        let count: Int
        let sha256: String?
        do throws(ImageCopy.Fault) {
            (count, sha256) = try ImageCopy(folder: folder, mode: Self.fileMode, name: hidden)
                .write(reader, digests: request.sha256 != nil, copied: copied)
        } catch {
            switch error {
            case .source(let error): throw Failure(error: error)
            case .spool(let error): throw failure(error, image)
            }
        }
        let shown = DisplayText.escaped(image.source)
        if image.isStandardInput, count == 0 {
            throw Failure(error: CommandError(.noInput, "there is no image: standard input is empty"))
        }
        if let bytes = request.bytes, bytes != count {
            throw Failure(error: CommandError(.noInput, "\(shown) has \(count) bytes, and its request says \(bytes)"))
        }
        if let expected = request.sha256, expected != sha256 {
            throw Failure(error: CommandError(.noInput, "\(shown) has not the SHA-256 that its request says"))
        }
        var request = request
        // So that no other file of the name is ever read with this request.
        request.bytes = count
        return request
    }

    private func write(
        _ request: [UInt8], to hidden: FileName, in folder: DirectoryHandle
    ) throws(SystemCallError) {
        let file = try folder.createFile(hidden, mode: Self.fileMode)
        try file.setMode(Self.fileMode, folder.display(hidden))
        try file.writeAll(request, folder.display(hidden))
        try file.synchronize(folder.display(hidden))
        try file.close()
    }

    // MARK: - Into place

    private func putIntoPlace(
        _ hidden: FileName, _ hiddenRequest: FileName, _ image: SubmissionImage, _ folder: DirectoryHandle
    ) throws(Failure) {
        guard let name = image.path.name else { preconditionFailure("an image has a name") }
        let pair = try spooling(image) { () throws(SystemCallError) in
            try InboxPair(folder: folder, name: name, image: hidden, request: hiddenRequest)
        }
        do throws(Failure) {
            try putIntoPlace(pair, image)
            try spooling(image) { () throws(SystemCallError) in try folder.synchronize() }
        } catch {
            _ = try? folder.remove(pair.image)
            throw error
        }
    }

    private func putIntoPlace(_ pair: InboxPair, _ image: SubmissionImage) throws(Failure) {
        let deadline = MonotonicInstant.now + Self.claimWait
        while true {
            let placement = try spooling(image) { () throws(SystemCallError) in
                try InboxLock.holding(inbox, isNeeded: replacesWaiting) { () throws(SystemCallError) in
                    try replacesWaiting ? pair.replace() : pair.place()
                }
            }
            switch placement {
            case .placed: return
            case .imageWaits: throw Failure(error: waits(image))
            case .notReplaceable:
                throw Failure(
                    error: CommandError(
                        .nameTaken,
                        "\(image.path.display) cannot be replaced: something that is no file has its name in the inbox")
                )
            case .requestAlone where MonotonicInstant.now >= deadline: throw Failure(error: requestWaits(image))
            case .again, .requestAlone: break
            }
            do throws(SystemCallError) {
                _ = try interruption.wait(until: .now + .milliseconds(placement == .again ? 1 : 50))
            } catch {
                throw failure(error, image)
            }
            do { try interruption.check() } catch { throw Failure(error: error) }
        }
    }

    // MARK: - What is wrong

    private func spooling<Value: ~Copyable>(
        _ image: SubmissionImage, _ body: () throws(SystemCallError) -> Value
    ) throws(Failure) -> Value {
        do { return try body() } catch { throw failure(error, image) }
    }

    private func failure(_ error: SystemCallError, _ image: SubmissionImage) -> Failure {
        let concernsAll = error.isEnvironmental || error.isAccessDenied && image.path.parent.isEmpty
        let kind = CommandError(error)
        return Failure(
            error: CommandError(
                kind.code, "\(image.path.display) cannot be put into the inbox (\(error.description))"),
            concernsAll: concernsAll)
    }

    private func waits(_ image: SubmissionImage) -> CommandError {
        CommandError(
            .nameTaken,
            "\(image.path.display) still waits in the inbox; submit again later, under another name with --as, "
                + "or with --replace")
    }

    private func requestWaits(_ image: SubmissionImage) -> CommandError {
        let request = "\(image.path.display).json"
        return CommandError(
            .nameTaken,
            "the request \(request) lies in the inbox without its image, which may be on its way; "
                + (replacesWaiting
                    ? "if nobody will send it, remove the request"
                    : "if a submit of it was cut off, submit again with --replace"))
    }
}
