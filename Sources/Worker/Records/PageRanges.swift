/// Pages as a request names them: `1-3,7`.
package enum PageRanges {
    /// The form alone, for the schema; that the pages ascend is for `parse` to check.
    static let regex = "^[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?(,[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?)*$"

    /// Whether `text` matches `regex`.
    static func hasForm(_ text: String) -> Bool { bounds(text) != nil }

    /// - Throws: When `text` has another form, or the pages do not ascend or overlap.
    package static func parse(_ text: String) throws(PageRangesError) -> [ClosedRange<Int>] {
        guard let bounds = bounds(text) else {
            throw PageRangesError(complaint: "must be page numbers and ranges such as \"1-3,7\"")
        }
        var ranges: [ClosedRange<Int>] = []
        for (first, last) in bounds {
            guard first <= last else {
                throw PageRangesError(complaint: "must ascend, but \(first)-\(last) goes backwards")
            }
            if let before = ranges.last?.upperBound, first <= before {
                throw PageRangesError(complaint: "must ascend without overlap, but \(first) comes after \(before)")
            }
            ranges.append(first...last)
        }
        return ranges
    }

    /// The text that `parse` reads; a range of one page is one number.
    package static func text(_ ranges: [ClosedRange<Int>]) -> String {
        ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }.joined(separator: ",")
    }

    private static func bounds(_ text: String) -> [(Int, Int)]? {
        var result: [(Int, Int)] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let ends = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(number)
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            result.append((first, last))
        }
        return result
    }

    /// One to six decimal digits, the first not zero.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...6).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

/// Why page ranges are refused.
package struct PageRangesError: Error, Hashable, Sendable {
    /// Follows the name of the field: `must ascend, but 3-1 goes backwards`.
    package let complaint: String
}
