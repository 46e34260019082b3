// SPDX-License-Identifier: GPL-2.0-only

import CInotifyTools

/// One event, copied out of the library's buffer.
struct InotifyEvent {
    /// The watch descriptor of the directory it happened in; -1 for an overflow.
    let watch: Int32
    /// `IN_…` bits.
    let mask: UInt32
    /// The same for the two events of one rename, which leaves one watched directory for another; else 0.
    let cookie: UInt32
    /// The name in that directory; empty when the event is about the directory itself.
    let name: [UInt8]

    /// What is asked of every watched directory. Modification, opening and attributes are not, for they say nothing
    /// that the end of writing does not. A file unlinked while open is nobody's any more (`IN_EXCL_UNLINK`).
    static let watchedMask =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK

    var isDirectory: Bool { has(IN_ISDIR) }

    /// Whether one of `bits` is set.
    func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
}

extension InotifyEvent {
    /// Copies the event at `event`, whose name follows it in memory, padded with NUL bytes to `len`.
    @unsafe init(copying event: UnsafeMutablePointer<inotify_event>) {
        unsafe watch = event.pointee.wd
        unsafe mask = event.pointee.mask
        unsafe cookie = event.pointee.cookie
        let start = unsafe UnsafeRawPointer(event + 1)
        let field = unsafe UnsafeRawBufferPointer(start: start, count: Int(event.pointee.len))
        unsafe name = Array(field.prefix { $0 != 0 })
    }
}
