internal import CLinux
internal import Glibc

extension ChildProcess {
    /// Calls linux_spawn_child with C forms of `launch`, which live as long as the call.
    static func spawn(_ launch: ChildLaunch) throws(SystemCallError) -> Int32 {
        let null = try FileDescriptor.null()
        let mapped = Set(launch.descriptors.map(\.target))
        let standard = (0...2).filter { !mapped.contains($0) }.map {
            ChildLaunch.DescriptorMapping(null.rawValue, as: $0)
        }
        let mappings = launch.descriptors + standard
        let arguments = CStringVector(launch.arguments)
        let environment = CStringVector(launch.environment)
        let result = unsafe spawn(launch, mappings, arguments.pointer, environment.pointer)
        extendLifetime(null)
        extendLifetime(arguments)
        extendLifetime(environment)
        return try result.get()
    }

    private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private static func spawn(
        _ launch: ChildLaunch, _ mappings: [ChildLaunch.DescriptorMapping], _ arguments: Strings, _ environment: Strings
    ) -> Result<Int32, SystemCallError> {
        let descriptors = mappings.map { linux_descriptor_mapping(source: $0.source, target: $0.target) }
        let limits = launch.limits.entries.map { linux_resource_limit(resource: $0.resource, value: $0.value) }
        return unsafe withOptionalCString(launch.directory) { directory in
            unsafe launch.executable.withCString { executable in
                unsafe descriptors.withUnsafeBufferPointer { descriptors in
                    unsafe limits.withUnsafeBufferPointer { limits in
                        var spawn = unsafe linux_spawn(
                            executable: executable, arguments: arguments, environment: environment,
                            directory: directory, descriptors: descriptors.baseAddress,
                            descriptor_count: descriptors.count, limits: limits.baseAddress, limit_count: limits.count)
                        var failedCall: UnsafePointer<CChar>?
                        let process = unsafe linux_spawn_child(&spawn, &failedCall)
                        let code = errno
                        if process >= 0 { return .success(process) }
                        let call = unsafe failedCall.map { unsafe String(cString: $0) } ?? "fork"
                        let subject = DisplayText.escaped(launch.executable)
                        return .failure(SystemCallError(call: call, subject: subject, code: code))
                    }
                }
            }
        }
    }

    private static func withOptionalCString<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
        guard let text else { return body(nil) }
        return unsafe text.withCString { unsafe body($0) }
    }
}

/// Owns an array of C strings that ends with NULL, as execve(2) wants it.
@safe private struct CStringVector: ~Copyable {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        unsafe pointer = UnsafeMutablePointer.allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            precondition(!string.utf8.contains(0), "NUL in an argument")
            unsafe (pointer + index).initialize(to: strdup(string))
        }
        unsafe (pointer + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { unsafe free(pointer[index]) }
        unsafe pointer.deallocate()
    }
}
