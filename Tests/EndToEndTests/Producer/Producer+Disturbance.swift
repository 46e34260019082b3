import TestSupport

/// What a producer does to an image that may still wait, and what it knows afterwards.
///
/// The allowed outcomes, as few as the contract leaves:
///
/// | done | seen | what must come |
/// | --- | --- | --- |
/// | image renamed away, or removed | it worked | nothing; its request can be taken back too |
/// | | it was gone | the image's outcome, with its request |
/// | image written over in place | it was gone before | the first bytes |
/// | | it is still there after the last byte | the second bytes |
/// | | it went meanwhile | the first or the second bytes, or `image-changed`; nothing else |
/// | another renamed over the image | the first has no name any more | the second, with the request |
/// | | the first has a name (it was claimed) | both; the request with the first |
/// | request taken back | it worked | the image without it |
/// | | it was gone | the image with it |
/// | another renamed over the request | the first has no name any more | the image with the second |
/// | | the first has a name | the image with the first; the second is an orphan |
struct Disturbance {
    let path: [UInt8]
    let companion: Producer.Companion?
    var images: [DroppedImage]
    var sent: [SentRequest]

    init(path: [UInt8], companion: Producer.Companion?, image: DroppedImage, sent: [SentRequest]) {
        self.path = path
        self.companion = companion
        images = [image]
        self.sent = sent
    }
}

extension Producer {
    private enum Act: CaseIterable {
        case none, withdraw, delete, writeOver, renameOver, withdrawRequest, replaceRequest
    }

    mutating func disturb(_ disturbance: inout Disturbance) throws {
        let act = act(on: disturbance)
        disturbance.images[0].story = "\(unique): \(act)"
        if act == .none { return }
        ProducerDisk.pause(milliseconds: pause())
        switch act {
        case .none: break
        case .withdraw:
            try takeBack(&disturbance, try ProducerDisk.move(disturbance.path, to: elsewhere("withdrawn")))
        case .delete:
            try takeBack(&disturbance, try ProducerDisk.remove(disturbance.path))
        case .writeOver: try writeOver(&disturbance)
        case .renameOver: try renameOver(&disturbance)
        case .withdrawRequest: try withdrawRequest(&disturbance)
        case .replaceRequest: try replaceRequest(&disturbance)
        }
    }

    private mutating func act(on disturbance: Disturbance) -> Act {
        var acts: [Act] = [.none, .none, .withdraw, .delete]
        if disturbance.companion?.announcement.isAny != true { acts += [.writeOver, .writeOver, .renameOver] }
        if let companion = disturbance.companion {
            acts.append(.withdrawRequest)
            if companion.request.isValid, !companion.announcement.isAny { acts.append(.replaceRequest) }
        }
        return pick(acts)
    }

    private func takeBack(_ disturbance: inout Disturbance, _ worked: Bool) throws {
        guard worked else { return }
        disturbance.images[0].isTaken = false
        guard let companion = disturbance.companion else { return }
        disturbance.sent[0].isWithdrawn = true
        if try !ProducerDisk.move(companion.path, to: elsewhere("withdrawn-request")) {
            complain("the image was taken back, and its request is gone")
        }
    }

    private mutating func writeOver(_ disturbance: inout Disturbance) throws {
        let new = try ProducerContent(.picture, tag: "\(unique)-other")
        let pieces = new.pieces(pick([1, 2, 3]))
        let pauses = pieces.map { _ in pause() }
        let cutsFirst = chance(50)
        guard let file = try WrittenFile(disturbance.path) else { return }
        let inode = file.inode
        if cutsFirst { try file.cut(to: 0) }
        try file.write(pieces, pauses: pauses)
        try file.cut(to: new.bytes.count)
        if ProducerDisk.inode(disturbance.path) == inode {
            disturbance.images[0].contents = [new]
        } else {
            disturbance.images[0].contents.append(new)
            disturbance.images[0].mayHaveChanged = true
        }
    }

    private func renameOver(_ disturbance: inout Disturbance) throws {
        let new = try ProducerContent(.picture, tag: "\(unique)-other")
        let old = try WatchedFile(disturbance.path)
        try moveIn(new.bytes, to: disturbance.path)
        var second = disturbance.images[0]
        second.contents = [new]
        if let old, !old.hasName {
            disturbance.images[0].isTaken = false
        } else {
            second.requests = []
            second.mayLackRequest = true
        }
        disturbance.images.append(second)
    }

    private func withdrawRequest(_ disturbance: inout Disturbance) throws {
        guard let companion = disturbance.companion,
            try ProducerDisk.move(companion.path, to: elsewhere("withdrawn-request"))
        else { return }
        disturbance.sent[0].isWithdrawn = true
        disturbance.images[0].requests = []
        disturbance.images[0].mayLackRequest = true
    }

    private func replaceRequest(_ disturbance: inout Disturbance) throws {
        guard let companion = disturbance.companion else { return }
        let new = try ProducerRequest(
            id: "\(unique)-2", priority: companion.request.priority, of: disturbance.images[0].contents[0])
        guard let old = try WatchedFile(companion.path) else { return }
        try moveIn(new.bytes, to: companion.path)
        disturbance.sent.append(SentRequest(story: disturbance.images[0].story, request: new))
        guard !old.hasName else { return }
        disturbance.sent[0].isWithdrawn = true
        disturbance.images[0].requests = [new]
    }
}
