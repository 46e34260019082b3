// SPDX-License-Identifier: GPL-2.0-only

import Glibc

extension Array where Element == UInt8 {
    /// The bytes as C wants a path: ended by a NUL.
    var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

/// The C library's sentence for `code`.
func describe(errno code: Int32) -> String { unsafe String(cString: strerror(code)) }
