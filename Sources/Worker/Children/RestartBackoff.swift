/// How long a lane waits before it starts another child after children that ended without an answer.
package enum RestartBackoff {
    /// 0, 1, 2, 4 … 30 seconds after the first, second, third … such child in a row.
    ///
    /// One bad image may take a child along, so the first restart is at once; a machine on which no child lives is
    /// not kept busy with starting them.
    /// - Parameter losses: Children lost since the last answer; 0 or more.
    package static func delay(afterLosses losses: Int) -> Duration {
        guard losses > 1 else { return .zero }
        return .seconds(min(1 << min(losses - 2, 5), 30))
    }
}
