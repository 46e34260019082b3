internal import CLinux

package enum RandomBytes {
    /// `count` bytes of the kernel's generator (getrandom(2)).
    package static func generate(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBytes { unsafe linux_random($0.baseAddress!, $0.count) }
        // It cannot fail on a kernel that has it, and without it no name would be safe.
        precondition(result == 0, "getrandom failed")
        return bytes
    }

    package static func hexadecimal(_ count: Int) -> String {
        Hexadecimal.encode(generate(count))
    }
}

/// Bytes as lower-case hexadecimal digits, for names that need not be UTF-8 inside JSON.
package enum Hexadecimal {
    package static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// `nil` if there is an odd number of digits, or something that is no digit.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        case 0x41...0x46: digit - 0x41 + 10
        default: nil
        }
    }
}
