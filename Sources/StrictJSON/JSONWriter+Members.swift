// A member of an object in one call, for the types that most members have. `nil` writes null.
extension JSONWriter {
    package mutating func member(_ key: String, _ value: String?) {
        self.key(key)
        string(value)
    }

    package mutating func member(_ key: String, _ value: Int?) {
        self.key(key)
        int(value)
    }

    package mutating func member(_ key: String, _ value: Bool?) {
        self.key(key)
        bool(value)
    }

    package mutating func member(_ key: String, _ value: JSONValue?) {
        self.key(key)
        self.value(value)
    }

    /// - Precondition: `value` is finite, and `decimals` is in 0…9.
    package mutating func member(_ key: String, _ value: Double, decimals: Int) {
        self.key(key)
        double(value, decimals: decimals)
    }

    /// An array of strings.
    package mutating func strings(_ strings: [String]) {
        array { writer in
            for string in strings { writer.string(string) }
        }
    }
}
