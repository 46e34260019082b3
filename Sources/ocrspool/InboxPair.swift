internal import Glibc
internal import LinuxSupport
internal import Spool

/// An image and its request, complete and durable under hidden names of an inbox folder, on their way to their own names.
///
/// **What must hold.** A worker looks at a pair, and later takes it: it renames the image away, which decides, and then
/// the request, if that is still the file it saw; what it took and had not seen, it gives back. At no moment may it get
/// an image together with another's request, or without its own.
///
/// **Putting into place.** The request gets its name first, then the image, neither over anything else. An image is
/// never visible without its request, and of any number who want a name one gets it.
///
/// **Replacing.** Renaming over what waits would not do: with the request first, a worker could take the old image and
/// find the new request; with the image first, the new image and the old request. So the old pair is withdrawn first:
///
/// 1. The old image is renamed away, to a hidden name. The worker's rename and this one decide between them who has it.
///    A worker that was first has the old pair, or will; then nothing waits, and the new pair is the next drop.
/// 2. The request is renamed over the old one. There is no image now, and no worker has taken one that this request
///    belongs to, so nobody can want it.
/// 3. The new image gets its name.
///
/// A worker that looked before 1 and renames after 3 gets the new image, sees that it is not the one it looked at, gives
/// it back and looks again.
///
/// **A request without an image** may belong to an image that a worker has just taken, and must then be left alone; or
/// whoever put it there died between two steps. They are told apart by a hidden image whose name carries the identity of
/// the request: the new image has it until 3, the old one from 1 on. While it is there, its image was not taken with that
/// request, for it lies here. All of this is done under `InboxLock`, so whoever made it is dead.
///
/// **A crash** leaves hidden files, which every worker ignores, and at most the request without an image: after 1 the old
/// one, after 2 the new one. Neither image is then read; `--replace` again mends it.
struct InboxPair {
    enum Placement {
        case placed
        /// An image of the name waits.
        case imageWaits
        /// Something of the name is there that is no file.
        case notReplaceable
        /// A request waits without an image, perhaps for a moment only.
        case requestAlone
        /// A worker or a producer was faster: to be tried again.
        case again
    }

    let folder: DirectoryHandle
    let name: FileName
    let requestName: FileName
    /// The hidden names.
    let image: FileName
    let request: FileName

    /// Gives the hidden image the name that carries the identity of its request.
    init(
        folder: DirectoryHandle, name: FileName, image: FileName, request: FileName
    ) throws(SystemCallError) {
        guard let status = try folder.status(request) else {
            throw SystemCallError(call: "fstatat", subject: folder.display(request), code: ENOENT)
        }
        self.folder = folder
        self.name = name
        requestName = name.appending(".json")
        self.image = Self.hiddenName(for: status)
        self.request = request
        try folder.replace(self.image, with: image)
    }

    /// Puts the pair into place unless something of its names is there.
    func place() throws(SystemCallError) -> Placement {
        if try folder.contains(name) { return .imageWaits }
        guard try move(request, to: requestName) else {
            return try folder.contains(name) ? .imageWaits : .requestAlone
        }
        do {
            guard try move(image, to: name) else {
                try takeRequestBack()
                return .imageWaits
            }
        } catch {
            try? takeRequestBack()
            throw error
        }
        return .placed
    }

    /// Puts the pair in the place of what waits under its names.
    func replace() throws(SystemCallError) -> Placement {
        let oldRequest = try folder.status(requestName)
        guard let oldImage = try folder.status(name) else {
            guard let oldRequest else { return try placeAgain() }
            let remains = Self.hiddenName(for: oldRequest)
            guard oldRequest.kind == .regular, try folder.contains(remains) else { return .requestAlone }
            let result = try putOver(withRequest: true)
            if result == .placed { try folder.remove(remains) }
            return result
        }
        guard oldImage.kind == .regular, oldRequest.map({ $0.kind == .regular }) ?? true else { return .notReplaceable }
        let withdrawn = oldRequest.map(Self.hiddenName(for:)) ?? Self.newHiddenName()
        do {
            try folder.replace(withdrawn, with: name)
        } catch  where error.isMissing {
            return .again  // a worker has it
        }
        do {
            let result = try putOver(withRequest: oldRequest != nil)
            // Neither pair may be lost: the new names first.
            if result == .placed { try folder.synchronize() } else { restore(withdrawn, oldRequest) }
            try folder.remove(withdrawn)
            return result
        } catch {
            restore(withdrawn, oldRequest)
            throw error
        }
    }

    /// Gives the old image its name again, if its request is as it was and nothing else has come meanwhile.
    private func restore(_ withdrawn: FileName, _ oldRequest: FileStatus?) {
        guard let found = try? folder.status(requestName) else {
            if oldRequest == nil { _ = try? folder.moveNoReplace(withdrawn, to: folder, as: name) }
            return
        }
        guard let oldRequest, found.isSameFile(as: oldRequest) else { return }
        _ = try? folder.moveNoReplace(withdrawn, to: folder, as: name)
    }

    /// - Parameter withRequest: whether an old request is there to be renamed over.
    private func putOver(withRequest: Bool) throws(SystemCallError) -> Placement {
        if withRequest {
            try folder.replace(requestName, with: request)
        } else {
            guard try move(request, to: requestName) else { return .again }
        }
        do {
            if try move(image, to: name) { return .placed }
        } catch {
            try? takeRequestBack()
            throw error
        }
        try takeRequestBack()
        return .again
    }

    private func placeAgain() throws(SystemCallError) -> Placement {
        let result = try place()
        switch result {
        case .placed, .notReplaceable, .requestAlone, .again: return result
        case .imageWaits: return .again
        }
    }

    /// Another producer was faster with the image; its request must not be ours.
    private func takeRequestBack() throws(SystemCallError) {
        try folder.moveNoReplace(requestName, to: folder, as: request)
    }

    /// - Returns: `false` if the name is taken.
    private func move(_ hidden: FileName, to name: FileName) throws(SystemCallError) -> Bool {
        do {
            try folder.moveNoReplace(hidden, to: folder, as: name)
            return true
        } catch  where error.isTaken {
            return false
        }
    }

    // MARK: - Hidden names

    static func newHiddenName() -> FileName {
        FileName(stringLiteral: ".ocrspool-\(RandomBytes.hexadecimal(8)).tmp")
    }

    /// The hidden name of an image that carries the identity of its request. The time is that of the request's content,
    /// which no rename changes; it makes the name another's when the inode is.
    static func hiddenName(for request: FileStatus) -> FileName {
        FileName(stringLiteral: ".ocrspool-\(request.inode)-\(request.modified).tmp")
    }
}
