internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// What intake asks of the recognizers' side of a file.
enum RequestReader {
    /// Whether a file that begins with `prefix` is an image that the recognizers know.
    static func isImage(_ prefix: [UInt8]) -> Bool {
        RecognitionSession.isImage(prefix)
    }

    static func facts(_ bytes: [UInt8], timeoutLimit: Int) -> RequestFacts {
        guard let request = try? JobRequest(decoding: bytes, timeoutLimit: timeoutLimit) else {
            return RequestFacts(isValid: false)
        }
        return RequestFacts(
            isValid: true, priority: request.priority ?? RequestFacts.defaultPriority,
            bytes: request.bytes.map { Int64($0) }, sha256: request.sha256)
    }
}

/// Whether a paused worker can go on.
enum ResumptionCheck {
    /// What still stands in the way; `nil` if nothing does.
    static func obstacle(to pause: Pause, _ spool: Spool, _ configuration: Configuration) -> String? {
        switch pause.code {
        case .modelsMissing:
            do {
                _ = try ModelDirectory(path: configuration.modelsDirectory)
                return nil
            } catch {
                return error.message
            }
        default: break
        }
        do {
            // A quarter more than the floor, so that the worker does not stop and go with every result.
            let floor = UInt64(configuration.minimumFreeBytes) / 4 * 5
            let free = try spool.root.freeSpace()
            if pause.code == .diskFull, free.bytes < floor {
                return "\(free.bytes) bytes are free, \(floor) are needed"
            }
            try spool.probe()
            return nil
        } catch let error as SpoolError {
            return error.description
        } catch {
            return "\(error)"
        }
    }
}
