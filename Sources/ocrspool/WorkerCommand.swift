internal import LinuxSupport
internal import Worker

extension Command {
    private static let drain = Option.flag(
        "drain",
        "End when nothing is left to do, with code 0 if nothing failed: nothing went to the dead letter, nothing is left "
            + "that cannot be taken")

    static let worker = Command(
        name: "worker", purpose: "Run the service that reads what lies in the inbox",
        options: [drain] + WorkerOptions.all,
        notes: [
            "Every setting can also be given in the environment, as OCRSPOOL_ and the name in the configuration file in "
                + "capitals (OCRSPOOL_GRACE_SECONDS), or in the file itself (see: ocrspool schema configuration). The "
                + "option goes before the environment, and that before the file.",
            "SIGTERM and SIGINT end the worker; what is in work is finished, or given back, within the grace time. SIGHUP "
                + "has it read its configuration again. Several workers may share a spool.",
        ],
        examples: [
            Example("a service in the foreground", "ocrspool worker --spool /var/spool/ocr"),
            Example("read what is there and end", "ocrspool worker --spool /var/spool/ocr --drain"),
            Example(
                "two processes, German and English expected",
                "ocrspool worker --spool /var/spool/ocr --children 2 --languages de,en"),
        ]
    ) { (arguments) throws(CommandError) in
        let sources = try WorkerOptions.sources(arguments, options: WorkerOptions.all)
        var configuration: Configuration
        do throws(ConfigurationError) { configuration = try sources.load() } catch { throw CommandError(error) }
        configuration.drains = arguments.has(drain)
        guard !configuration.spool.isEmpty else { throw .usage("--spool DIR is needed, or $OCRSPOOL_SPOOL") }
        if ThisProcess.isRoot, !configuration.allowsRoot {
            throw CommandError(
                .configuration,
                "it does not run as root: images are foreign data; start it as a user of its own "
                    + "(e.g. runuser -u ocrspool -- ocrspool worker …), or give --allow-root")
        }
        switch WorkerService.run(configuration, reload: { () throws(ConfigurationError) in try sources.load() }) {
        case .done: return .success
        case .drainedWithFailures(let buried, let untaken):
            if buried > 0 {
                Talk.say("worker", "drained; \(buried) went to the dead letter (see: ocrspool dead-letters)")
            }
            if untaken > 0 {
                Talk.say(
                    "worker", "drained, but for \(untaken) in the inbox that could not be taken (see the log above)")
            }
            return .drainedWithFailures
        case .refused(let reason): throw CommandError(.unavailable, reason)
        }
    }
}
