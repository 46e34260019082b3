import Foundation

/// Whether tests that take minutes are run as well, and others longer: `OCRSPOOL_SLOW_TESTS=1`.
enum SlowTests {
    static let areWanted = ProcessInfo.processInfo.environment["OCRSPOOL_SLOW_TESTS"] == "1"
}
