internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

extension Command {
    private static let name = Option.value(
        "as", "NAME", "The name in the inbox, with folders if wanted, e.g. a/scan.png; default the file's own name")
    private static let wait = Option.flag("wait", "Wait for the outcome; print the result's path")
    private static let text = Option.flag("text", "Wait for the outcome; print the text")
    private static let timeout = Option.value(
        "timeout", "SECONDS", "Wait no longer, and end with code 75 (1 to 604800); default for ever")

    static let submit = Command(
        name: "submit", purpose: "Put images into the inbox", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [.spool, name, wait, text, timeout, .json] + RequestOptions.all,
        notes: [
            "A copy of each image goes into the inbox together with its request, so that no worker can see half of "
                + "either. Prints the path in the inbox, or with --wait that of the result once it is durable; with --json "
                + "one object a line. The request always has an id, of its own if none is given, by which the outcome is "
                + "found among others of the same name.",
            "If an image cannot be recognized, --wait prints the reason on standard error and ends with code 1. A name that "
                + "still waits in the inbox is refused with code 5.",
        ],
        examples: [
            Example("leave it to the worker", "ocrspool submit --spool /var/spool/ocr scan.png"),
            Example("get the text", "ocrspool submit --spool /var/spool/ocr --text --language de,en scan.png"),
            Example(
                "from a script, with a limit",
                "result=$(ocrspool submit --wait --timeout 600 --as \"$(date +%s).png\" /tmp/scan.png) && jq .text \"$result\""
            ),
        ]
    ) { (arguments) throws(CommandError) in
        let waits = arguments.has(wait) || arguments.has(text)
        let limit = try arguments.integer(timeout, in: 1...604_800)
        if limit != nil, !waits { throw .usage("--timeout is for --wait and --text") }
        if arguments.has(text), arguments.has(.json) { throw .usage("--text and --json exclude each other") }
        let places = try SpoolPlaces(arguments)
        let submission = try Submission(
            places: places, request: try RequestOptions.request(arguments), images: arguments.operands,
            name: arguments.path(name))
        let presentation: SubmissionReport.Form =
            arguments.has(.json) ? .json : arguments.has(text) ? .text : .paths
        let report = SubmissionReport(places: places, form: presentation)
        let waiter = try waits ? OutcomeWaiter(places) : nil
        let deadline = limit.map { MonotonicInstant.now + .seconds($0) } ?? .never
        let (tickets, failure) = submission.dropAll { (path) throws(CommandError) in
            try waiter?.identities(path) ?? []
        }
        var code = failure?.code ?? .success
        for ticket in tickets {
            guard let waiter else {
                try report.submitted(ticket)
                continue
            }
            let answer = try waiter.wait(for: ticket, until: deadline)
            if let found = try report.answer(ticket, answer), code == .success { code = found }
        }
        if let failure { throw failure }
        return code
    }
}
