internal import LinuxSupport
internal import StrictJSON
internal import Worker

extension Command {
    static let check = Command(
        name: "check", purpose: "Check that a worker could work here", options: [.json] + WorkerOptions.all,
        notes: [
            "Looks at the spool (permissions, moves between its directories, free space, file system), at the models, has a "
                + "recognizer read a test picture, and looks for ocrspool-watch and the kernel's limits. Takes the options of "
                + "the worker, and should be run as its user. Ends with code 1 if there is an error; warnings are no error."
        ],
        examples: [
            Example("before the first start", "sudo -u ocrspool ocrspool check --spool /var/spool/ocr"),
            Example(
                "what is wrong, for a program",
                "ocrspool check --spool /var/spool/ocr --json | jq 'select(.level == \"error\")'"),
        ]
    ) { (arguments) throws(CommandError) in
        let configuration = try WorkerOptions.configuration(arguments, options: WorkerOptions.all)
        guard !configuration.spool.isEmpty else { throw .usage("--spool DIR is needed, or $OCRSPOOL_SPOOL") }
        let findings =
            SpoolFindings(configuration: configuration).all() + MachineFindings(configuration: configuration).all()
        let width = findings.map(\.subject.count).max() ?? 0
        for finding in findings {
            if arguments.has(.json) {
                try Output.json { finding.write(to: &$0) }
            } else {
                try Output.line(finding.row(width: width))
            }
        }
        return findings.contains { $0.level == .error } ? .failed : .success
    }
}
