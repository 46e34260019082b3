// SPDX-License-Identifier: GPL-2.0-only

/// What one record tells.
enum RecordKind: Unicode.Scalar {
    /// Every watch that could be set is set; what could not is told in `error` records that follow.
    case ready = "R"
    /// A file was closed by somebody who had opened it for writing. Its type is the reader's to check.
    case written = "W"
    /// A name that is not a directory was renamed into a watched directory.
    case movedIn = "T"
    /// A name that is not a directory was created: file, hard or symbolic link, FIFO, socket, device.
    case created = "C"
    /// A name that is not a directory was renamed away.
    case movedAway = "F"
    /// A name that is not a directory was unlinked.
    case deleted = "D"
    /// A directory was made, moved in, or came back. It was watched before the record was written, so a scan that
    /// starts after the record misses nothing.
    case directoryAppeared = "N"
    /// A directory was moved in from where nothing is watched, with all that is in it. Watched first, as above.
    case directoryMovedIn = "M"
    /// A directory was deleted or moved away, with all below it.
    case directoryGone = "G"
    /// The kernel's queue overflowed and events were lost: the whole tree is to be scanned. The watches were set anew, with
    /// `error` records as after `ready`.
    case eventsLost = "O"
    /// The watches were set anew for a reason of the program's own; likewise.
    case watchedAnew = "S"
    /// Something is not watched, or not any more; the path is a sentence for the operator.
    case error = "E"
    /// The program is alive and has nothing to tell.
    case alive = "A"
}

/// Records that wait to be written together.
///
/// A record is the kind's byte, the path's bytes and a NUL. Names are the kernel's bytes: any but NUL and `/`, not
/// always UTF-8, never cut.
struct RecordBatch {
    /// At this many bytes the batch is worth a `write` of its own.
    static let worthWriting = 1 << 16

    private(set) var bytes: [UInt8] = []

    var isWorthWriting: Bool { bytes.count >= Self.worthWriting }

    mutating func append(_ kind: RecordKind, path: [UInt8] = []) {
        bytes.append(UInt8(ascii: kind.rawValue))
        bytes.append(contentsOf: path)
        bytes.append(0)
    }

    /// Appends an `error` record. NUL bytes, which would end it, cannot occur in a path or in a C string.
    mutating func append(error text: [UInt8]) { append(.error, path: text) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
