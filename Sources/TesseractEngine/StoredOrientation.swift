/// The eight ways in which stored pixels can lie, by EXIF's number (tag 274).
package enum StoredOrientation: Int, CaseIterable, Hashable, Sendable {
    case topLeft = 1
    case topRight = 2
    case bottomRight = 3
    case bottomLeft = 4
    case leftTop = 5
    case rightTop = 6
    case rightBottom = 7
    case leftBottom = 8

    /// Turns that bring the stored pixels upright: quarters clockwise, and then a mirroring left to right.
    package var steps: (quarters: Int, mirrored: Bool) {
        switch self {
        case .topLeft: (0, false)
        case .topRight: (0, true)
        case .bottomRight: (2, false)
        case .bottomLeft: (2, true)
        case .leftTop: (1, true)
        case .rightTop: (1, false)
        case .rightBottom: (3, true)
        case .leftBottom: (3, false)
        }
    }

    /// Whether width and height change places.
    package var swapsSides: Bool { steps.quarters % 2 == 1 }

    /// The orientation whose effect is this one's, followed by `quarters` turns clockwise of what is then seen.
    package func followed(byQuarters quarters: Int) -> StoredOrientation {
        // After a mirroring, a turn to the right equals a turn to the left before it.
        let turn = steps.mirrored ? -quarters : quarters
        let wanted = ((steps.quarters + turn) % 4 + 4) % 4
        let found = Self.allCases.first { $0.steps == (wanted, steps.mirrored) }
        guard let found else { preconditionFailure("every pair of steps is an orientation") }
        return found
    }
}
