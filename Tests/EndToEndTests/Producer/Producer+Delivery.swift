import TestSupport

/// The ways in which files come into the inbox.
extension Producer {
    /// Puts `content` at `path`, in one of all ways; whole, however long it takes.
    mutating func deliver(_ content: ProducerContent, to path: [UInt8]) throws {
        let count = pick([1, 2, 3, 5])
        let pauses = (0..<count).map { _ in pause() }
        switch pick([Way.inPlace, .inPlace, .renamed, .renamed, .renamedInside, .linked]) {
        case .inPlace:
            try ProducerDisk.write(content.pieces(count), pauses: pauses, to: path)
        case .renamed:
            try moveIn(content.bytes, to: path)
        case .renamedInside:
            let temporary =
                chance(50) ? path.parentPath / Array(".\(unique)".utf8) : path.parentPath / Array("\(unique).part".utf8)
            try ProducerDisk.write(content.pieces(count), pauses: pauses, to: temporary)
            guard try ProducerDisk.move(temporary, to: path) else {
                throw ProducerTrouble(description: "a temporary file was taken")
            }
        case .linked:
            let other = elsewhere("link")
            try ProducerDisk.write([content.bytes], to: other)
            try ProducerDisk.link(other, to: path)
            _ = try ProducerDisk.remove(other)
        }
    }

    private enum Way { case inPlace, renamed, renamedInside, linked }

    /// Puts `bytes` at `path` by one rename from outside, in the place of what is there.
    func moveIn(_ bytes: [UInt8], to path: [UInt8]) throws {
        let other = elsewhere("new")
        try ProducerDisk.write([bytes], to: other)
        guard try ProducerDisk.move(other, to: path) else {
            throw ProducerTrouble(description: "a file outside is gone")
        }
    }

    /// Writes `content` in pieces, and closes the file and opens it again between them, as only a producer may that has
    /// announced what is whole.
    mutating func deliverInSittings(_ content: ProducerContent, to path: [UInt8]) throws {
        let pieces = content.pieces(pick([2, 3, 4]))
        try ProducerDisk.write([pieces[0]], to: path)
        for piece in pieces.dropFirst() {
            ProducerDisk.pause(milliseconds: pause())
            guard let file = try WrittenFile(path, appending: true) else {
                throw ProducerTrouble(description: "an image was taken that is not what its request announces")
            }
            try file.write([piece])
        }
    }

    /// Sends `request` to `path`, in one of all ways.
    mutating func send(_ request: ProducerRequest, to path: [UInt8]) throws {
        if chance(60) { return try moveIn(request.bytes, to: path) }
        let cut = Int.random(in: 0...request.bytes.count, using: &random)
        try ProducerDisk.write(
            [Array(request.bytes[..<cut]), Array(request.bytes[cut...])], pauses: [pause()], to: path)
    }
}

extension [UInt8] {
    /// A path without its last name.
    var parentPath: [UInt8] { Array(self[..<(lastIndex(of: UInt8(ascii: "/")) ?? 0)]) }
}
