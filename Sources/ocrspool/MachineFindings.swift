internal import LinuxSupport
internal import TextRecognition
internal import Worker

/// Looks at what a worker needs of the machine beside its spool.
struct MachineFindings {
    let configuration: Configuration

    func all() -> [Finding] {
        [user(), models(), engine(), watchProgram()].compactMap { $0 } + inotifyLimits()
    }

    private func user() -> Finding? {
        guard ThisProcess.isRoot, !configuration.allowsRoot else { return nil }
        return .warning("user", "this is root, as which the worker does not run; check as the worker's user")
    }

    private func models() -> Finding {
        do {
            let models = try ModelDirectory(path: configuration.modelsDirectory)
            let count = models.languages.count + models.scripts.count
            if models.missingModels.isEmpty { return .ok("models", "\(count) in \(DisplayText.escaped(models.path))") }
            let packages = models.missingModels.map(\.package).joined(separator: " ")
            return .warning(
                "models", "\(count) in \(DisplayText.escaped(models.path)); for the others: apt-get install \(packages)"
            )
        } catch {
            return .error("models", error.message)
        }
    }

    /// Has a recognizer process read a picture that is made here.
    private func engine() -> Finding {
        do throws(CommandError) {
            var request = JobRequest()
            request.recognizer = .text
            let outcome = try ImageReader(configuration, request: request).read(TestPicture.bytes, named: "check.pgm")
            switch outcome {
            case .failed(let record): return .error("recognizer", record.message)
            case .read(let record):
                let time = record.image.decodeMilliseconds + record.image.recognizeMilliseconds
                let engine = record.image.engines.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
                if record.image.text.contains(TestPicture.word) {
                    return .ok("recognizer", "\(engine) read a test picture in \(time) ms")
                }
                return .warning(
                    "recognizer",
                    "\(engine) works, but read \"\(DisplayText.escaped(record.image.text))\" where "
                        + "\"\(TestPicture.word)\" stands; are the models whole?")
            }
        } catch {
            return .error("recognizer", error.message)
        }
    }

    private func watchProgram() -> Finding {
        guard configuration.usesEvents else {
            return .ok("ocrspool-watch", "not used: events are switched off, and the inbox is polled")
        }
        guard let path = configuration.watchProgram else {
            return .warning(
                "ocrspool-watch",
                "it is neither beside ocrspool nor in $PATH: the inbox is polled; install it, or give "
                    + "--watch-program")
        }
        let shown = DisplayText.escaped(path)
        guard let version = ProgramVersion.of(path) else {
            return .warning("ocrspool-watch", "\(shown) does not run: the inbox is polled; install it again")
        }
        let own = "ocrspool-watch \(programVersion)"
        if version != own {
            return .warning(
                "ocrspool-watch", "\(shown) is \(DisplayText.escaped(version)), not \(own); install both anew")
        }
        return .ok("ocrspool-watch", "\(shown), version \(programVersion)")
    }

    private func inotifyLimits() -> [Finding] {
        guard configuration.usesEvents else { return [] }
        return [
            limit("max_user_watches", least: 8192, "folders of the inbox that can be watched"),
            limit("max_user_instances", least: 32, "programs of this user that can watch"),
            limit("max_queued_events", least: 4096, "events that can wait"),
        ]
    }

    private func limit(_ name: String, least: Int, _ meaning: String) -> Finding {
        let subject = "fs.inotify.\(name)"
        let path = Array("/proc/sys/fs/inotify/\(name)".utf8)
        let text = try? FileDescriptor.openForReading(path: path).readAll(limit: 32)
        guard let text, let value = Int(String(decoding: text.filter { $0 != 0x0A }, as: UTF8.self)) else {
            return .warning(subject, "it cannot be read; where the kernel has no inotify the inbox is polled")
        }
        if value < least {
            return .warning(subject, "\(value) (\(meaning)) is low; sysctl -w \(subject)=\(least * 8)")
        }
        return .ok(subject, "\(value) (\(meaning))")
    }
}
