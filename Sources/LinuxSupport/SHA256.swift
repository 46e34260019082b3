internal import CCrypto
internal import Glibc

/// Hashes bytes as they come (FIPS 180-4, by OpenSSL's EVP interface).
@safe package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// - Throws: ENOMEM, or EINVAL where the machine's OpenSSL offers no SHA-256.
    package init() throws(SystemCallError) {
        guard let context = unsafe EVP_MD_CTX_new() else {
            throw SystemCallError(call: "EVP_MD_CTX_new", code: ENOMEM)
        }
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            throw SystemCallError(call: "EVP_DigestInit_ex", code: EINVAL)
        }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Takes the next bytes; how they are cut makes no difference.
    package mutating func update(_ bytes: [UInt8]) {
        let result = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        // Fails only on a context that was not initialised.
        precondition(result == 1, "EVP_DigestUpdate")
    }

    /// The digest of all bytes so far, as 64 lower-case hexadecimal digits.
    package consuming func hexadecimal() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let result = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        precondition(result == 1, "EVP_DigestFinal_ex")
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The digest of `bytes`, as 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: [UInt8]) throws(SystemCallError) -> String {
        var hash = try SHA256()
        hash.update(bytes)
        return hash.hexadecimal()
    }
}
