package import LinuxSupport

/// The names that outcomes get in `outbox`, `dead-letter` and `archive`. All are pure functions of the image's name
/// and the job, so that every life of a job makes the same ones.
package enum OutcomeName {
    /// Bytes of a name that ext4, XFS, Btrfs and tmpfs take.
    package static let longest = 255

    /// `scan.png` + `.json`; cut and hashed when that is too long for a name.
    package static func plain(_ image: FileName, suffix: String) -> FileName {
        fitting(image, tail: suffix)
    }

    /// `scan.png.<job>` + `.json`, for when the plain name is another job's.
    package static func withJob(_ image: FileName, _ job: JobID, suffix: String) -> FileName {
        fitting(image, tail: "." + job.rawValue + suffix)
    }

    /// `image` followed by `tail`; an `image` that leaves no room is cut, at a character of UTF-8, and continued with
    /// 16 digits of the SHA-256 of its full name.
    private static func fitting(_ image: FileName, tail: String) -> FileName {
        if image.bytes.count + tail.utf8.count <= longest { return image.appending(tail) }
        guard let digest = try? SHA256.hexadecimal(of: image.bytes).prefix(16) else {
            preconditionFailure("no memory for a digest")
        }
        let ending = "~" + digest + tail
        var kept = image.bytes.prefix(longest - ending.utf8.count)
        // Continuation bytes of a character that was cut, and its first byte.
        if image.isUTF8, kept.endIndex < image.bytes.count, isContinuation(image.bytes[kept.endIndex]) {
            while let last = kept.last, isContinuation(last) { kept = kept.dropLast() }
            kept = kept.dropLast()
        }
        guard let name = FileName(Array(kept) + Array(ending.utf8)) else {
            preconditionFailure("a cut name is still a name")
        }
        return name
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
