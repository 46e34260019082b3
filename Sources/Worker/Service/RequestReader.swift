internal import LinuxSupport
internal import Spool
internal import TextRecognition

/// What intake asks of the recognizers' side of a file.
enum RequestReader {
    /// Whether a file that begins with `prefix` is an image that the recognizers know.
    static func isImage(_ prefix: [UInt8]) -> Bool {
        RecognitionSession.isImage(prefix)
    }

    /// What intake must know of a request over its folder's defaults.
    static func facts(_ bytes: [UInt8], over defaults: MergedDefaults?, timeoutLimit: Int) -> RequestFacts {
        do throws(JobRequestError) {
            let request = try JobRequest(decoding: bytes, timeoutLimit: timeoutLimit)
            return RequestFacts(try request.merging(overDefaults: defaults?.bytes))
        } catch {
            return RequestFacts(isValid: false)
        }
    }

    /// What a folder's defaults come to over those of the folders above.
    static func defaults(_ bytes: [UInt8], over outer: MergedDefaults?, timeoutLimit: Int) -> DefaultsAnswer {
        do throws(JobRequestError) {
            let own = try JobRequest(decodingDefaults: bytes, timeoutLimit: timeoutLimit)
            let merged = try own.merging(overDefaults: outer?.bytes)
            let bytes = merged.bytes()
            guard bytes.count <= InboxProbe.requestLimit else {
                return .invalid(
                    "with the defaults of the folders above it has more than \(InboxProbe.requestLimit) bytes")
            }
            return .valid(MergedDefaults(bytes: bytes, facts: RequestFacts(merged)))
        } catch {
            return .invalid(error.message)
        }
    }
}

extension RequestFacts {
    init(_ request: JobRequest) {
        self.init(
            isValid: true, priority: request.priority ?? RequestFacts.defaultPriority,
            bytes: request.bytes.map { Int64($0) }, sha256: request.sha256, stream: request.stream,
            models: Self.models(script: request.script, hints: request.languageHints))
    }

    /// Equal for requests that need the same models.
    static func models(script: String?, hints: [String]?) -> String {
        ([script ?? "auto"] + (hints ?? [])).joined(separator: " ").lowercased()
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
