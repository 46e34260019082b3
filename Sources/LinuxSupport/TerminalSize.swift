internal import Glibc

/// How much a terminal shows.
package struct TerminalSize: Hashable, Sendable {
    package let rows: Int
    package let columns: Int

    /// Of the terminal at `descriptor` (`TIOCGWINSZ`); `nil` if it is none, or does not tell.
    package static func of(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }
}
