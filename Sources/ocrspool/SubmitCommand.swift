internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

extension Command {
    private static let asName = Option.value(
        "as", "NAME", "The name in the inbox, with folders if wanted, e.g. a/scan.png; default the file's own name")
    private static let name = Option.value("name", "NAME", "The same as --as; needed for -")
    private static let list = Option.value(
        "jobs-from", "FILE", "Submit what FILE (- for standard input) lists: paths that end with NUL or a line feed")
    private static let null = Option.flag(
        "null", "The list's paths end with NUL; otherwise that is told by a NUL among its first 4097 bytes")
    private static let replace = Option.flag(
        "replace", "Take the place of an image of the name that still waits, and of its request")
    private static let wait = Option.flag("wait", "Wait for the outcomes; print the results' paths")
    private static let text = Option.flag("text", "Wait for the outcomes; print the texts")
    private static let timeout = Option.value(
        "timeout", "SECONDS", "Wait no longer, and end with code 75 (1 to 604800); default for ever")

    static let submit = Command(
        name: "submit", purpose: "Put images into the inbox", operands: "IMAGE…", operandCount: 0...Int.max,
        options: [.spool, asName, name, list, null, replace, wait, text, timeout, .json] + RequestOptions.all,
        notes: submitNotes, examples: submitExamples
    ) { (arguments) throws(CommandError) in
        let waits = arguments.has(wait) || arguments.has(text)
        let limit = try arguments.integer(timeout, in: 1...604_800)
        if limit != nil, !waits { throw .usage("--timeout is for --wait and --text") }
        if arguments.has(text), arguments.has(.json) { throw .usage("--text and --json exclude each other") }
        let interruption = try Interruption()
        let input = try submitInput(arguments, interruption)
        let places = try SpoolPlaces(arguments)
        let request = try RequestOptions.request(arguments)
        let inbox = try places.open(SpoolLayout.inbox)
        do throws(SystemCallError) {
            try inbox.requireWritable()
        } catch {
            throw CommandError(.unavailable, "\(inbox.displayPath) cannot be written (\(error.reason))")
        }
        let report = SubmissionReport(
            places: places, form: arguments.has(.json) ? .json : arguments.has(text) ? .text : .paths,
            progress: ProgressLine())
        let drop = InboxDrop(inbox: inbox, replacesWaiting: arguments.has(replace), interruption: interruption)
        let run = try SubmissionRun(input: input, drop: drop, request: request, report: report, waits: waits)
        return try run.perform(until: limit.map { MonotonicInstant.now + .seconds($0) } ?? .never)
    }

    private static func submitInput(
        _ arguments: ParsedArguments, _ interruption: Interruption
    ) throws(CommandError) -> SubmissionInput {
        if arguments.has(asName), arguments.has(name) { throw .usage("--as and --name are the same; give one") }
        if arguments.has(null), !arguments.has(list) { throw .usage("--null is for --jobs-from") }
        let source = arguments.path(list).map {
            SubmissionInput.ListSource(path: $0, isNullSeparated: arguments.has(null))
        }
        return try SubmissionInput(
            operands: arguments.operands, name: arguments.path(asName) ?? arguments.path(name), list: source,
            interruption: interruption)
    }

    private static let submitNotes = [
        "A copy of each image goes into the inbox together with its request, so that no worker can see half of "
            + "either. Prints the path in the inbox, or with --wait that of the result once it is durable; with --json "
            + "one object a line. What is printed is in the order of the images. All images of a call have the request "
            + "that the options make; it always has an id, of its own for each image if none is given, by which the "
            + "outcome is found among others of the same name, and the image's size.",
        "IMAGE may be a folder: all that is in it and below it is submitted, in the order of the names, under the "
            + "folder's own name; scans/a.png becomes inbox/scans/a.png. What a worker would pass over in the inbox (hidden "
            + "and temporary names, links, more than 8 folders) and requests are passed over, and that is said. IMAGE may "
            + "be - for one image from standard input, with --name.",
        "A name that still waits in the inbox is refused with code 5, so that a script that runs twice does no harm. "
            + "--replace puts image and request in the place of those that wait; no worker can get one of the old pair "
            + "with one of the new. An image that a worker has taken waits no longer: both are read.",
        "One image that cannot be submitted or recognized does not keep the others from it: the reason is told on "
            + "standard error, and the worst outcome gives the exit code. First comes what concerns the spool (74, 69), "
            + "then an image that cannot be read (66), a name that waits (5), a failed recognition (1), an outcome that "
            + "is not to be found (4) or not there yet (75). A full disk, or an inbox that cannot be written, ends the call.",
    ]

    private static let submitExamples = [
        Example("leave it to the worker", "ocrspool submit --spool /var/spool/ocr scan.png"),
        Example("get the text", "ocrspool submit --spool /var/spool/ocr --text --language de,en scan.png"),
        Example(
            "from a script, with a limit",
            "result=$(ocrspool submit --wait --timeout 600 --as \"$(date +%s).png\" /tmp/scan.png) && jq .text \"$result\""
        ),
        Example("a folder, with a bar until all is done", "ocrspool submit --wait scans/ >results.txt"),
        Example("from a program", "scanimage --format=png | ocrspool submit --name page.png -"),
        Example("what was found", "find /srv/scans -name '*.tif' -print0 | ocrspool submit --jobs-from -"),
        Example("once more, with another request", "ocrspool submit --replace --recognizer document scan.png"),
    ]
}
