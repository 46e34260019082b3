/// Finds the name that a misspelled one was probably meant to be.
package enum NearestName {
    /// Longer names are not compared: nobody misspells them by accident, and the comparison is quadratic.
    private static let longest = 64

    /// The known name with the fewest slips (a letter too many, missing, wrong, or two exchanged), ignoring capitals,
    /// `_` and `-`; at most one slip for three letters. Else the only known name that begins with `name`.
    package static func of(_ name: String, among known: [String]) -> String? {
        let folded = fold(name)
        guard !folded.isEmpty, folded.count <= longest else { return nil }
        let distances = known.map { slips(folded, fold($0)) }
        if folded.count > 1, let fewest = distances.min(), fewest <= max(1, folded.count / 3),
            let index = distances.firstIndex(of: fewest)
        {
            return known[index]
        }
        let longer = known.filter { fold($0).starts(with: folded) }
        return longer.count == 1 && folded.count > 2 ? longer[0] : nil
    }

    private static func fold(_ name: String) -> [Unicode.Scalar] {
        name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }
    }

    /// The optimal string alignment distance.
    private static func slips(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
