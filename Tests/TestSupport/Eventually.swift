/// How long tests wait for what has to happen, unless they say otherwise. Long, for the machine may be busy; a test
/// that passes never waits that long.
package let patience: Duration = .seconds(30)

/// Waits until `condition` holds, looking every 10 ms.
/// - Returns: whether it held within `limit`. To be used in `#expect`, instead of any fixed sleep.
package func eventually(
    within limit: Duration = patience, _ condition: () throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { return false }
        try await Task.sleep(for: .milliseconds(10))
    }
    return true
}
