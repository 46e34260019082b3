import Foundation

/// The files that tests share, in `Tests/TestSupport/Fixtures`; MANIFEST.md there says what each is for.
package enum Fixture {
    /// The absolute path of `name`, e.g. `images/line-1bit.png`.
    package static func path(_ name: String) -> String { directory.appending(path: "Fixtures/\(name)").path }

    /// The absolute path of the script `name` in `Tests/TestSupport/Scripts`.
    package static func script(_ name: String) -> String { directory.appending(path: "Scripts/\(name)").path }

    /// The whole content of `name`.
    package static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }

    private static var directory: URL { URL(filePath: #filePath).deletingLastPathComponent() }
}
