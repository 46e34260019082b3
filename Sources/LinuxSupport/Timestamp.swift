internal import Glibc

/// An instant as records write it: RFC 3339, UTC, milliseconds, e.g. `2026-11-30T18:26:21.007Z`.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let unixMilliseconds: Int64

    /// The years that four digits can tell.
    private static let range = -62_135_596_800_000...253_402_300_799_999 as ClosedRange<Int64>

    /// - Parameter unixMilliseconds: Cut to the years 0001…9999.
    package init(unixMilliseconds: Int64) {
        self.unixMilliseconds = min(max(unixMilliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    package static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(unixMilliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.unixMilliseconds < right.unixMilliseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339.
    package var description: String {
        let (days, millisecond) = unixMilliseconds.flooredQuotient(by: 86_400_000)
        let date = CivilDate(daysSince1970: Int(days))
        let (second, fraction) = Int(millisecond).quotientAndRemainder(dividingBy: 1000)
        return "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
            + ".\(padded(fraction, 3))Z"
    }
}

extension Timestamp {
    /// Reads exactly the form that `description` writes.
    /// - Returns: `nil` for another form, and for a date or time of day that does not exist.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard Self.hasForm(bytes),
            let date = CivilDate(year: bytes.number(0..<4), month: bytes.number(5..<7), day: bytes.number(8..<10))
        else { return nil }
        let seconds = bytes.number(11..<13) * 3600 + bytes.number(14..<16) * 60 + bytes.number(17..<19)
        self.init(
            unixMilliseconds: Int64(date.daysSince1970) * 86_400_000 + Int64(seconds * 1000 + bytes.number(20..<23)))
    }

    package static let regex =
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\\.[0-9]{3}Z$"

    /// Whether `bytes` match `regex`, which lets February have 31 days.
    package static func hasForm(_ bytes: [UInt8]) -> Bool {
        let template = Array("0000-00-00T00:00:00.000Z".utf8)
        guard bytes.count == template.count else { return false }
        let fits = zip(bytes, template).allSatisfy { byte, wanted in
            wanted == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
        }
        return fits && (1...12).contains(bytes.number(5..<7)) && (1...31).contains(bytes.number(8..<10))
            && bytes.number(11..<13) < 24 && bytes.number(14..<16) < 60 && bytes.number(17..<19) < 60
    }
}

extension [UInt8] {
    /// The decimal number that the digits in `range` spell.
    fileprivate func number(_ range: Range<Int>) -> Int {
        self[range].reduce(0) { $0 * 10 + Int($1) - Int(UInt8(ascii: "0")) }
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// `value` in decimal with zeros in front, `width` digits at least.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
