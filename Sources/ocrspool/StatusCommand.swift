internal import LinuxSupport
internal import Spool
internal import StrictJSON

extension Option {
    fileprivate static let watch = Option.optional(
        "watch", "SECONDS", "Show it again and again until interrupted, every so many seconds (1…3600; default 2)")
}

extension Command {
    static let status = Command(
        name: "status", purpose: "Show what is in the spool and what its workers do",
        options: [.spool, .json, .watch],
        notes: [
            "Counts what lies in each directory, and shows each worker's own word: whether it runs, is paused and why, what it "
                + "has done since its start, and whether it sees changes by events or by polling. To be run as the user that "
                + "runs the worker.",
            "While a worker runs, what lies in the inbox is as the worker has it, a second old at most; else it is looked at.",
        ],
        examples: [
            Example("a look", "ocrspool status --spool /var/spool/ocr"),
            Example("how many images wait", "ocrspool status --spool /var/spool/ocr --json | jq .inbox.images"),
            Example("to keep an eye on it", "ocrspool status --spool /var/spool/ocr --watch"),
        ]
    ) { (arguments) throws(CommandError) in
        let spool = try SpoolPlaces.wholeSpool(arguments)
        guard arguments.has(.watch) else {
            try show(try StatusSummary(spool), asJSON: arguments.has(.json))
            return .success
        }
        let seconds = try arguments.integer(.watch, in: 1...3600) ?? 2
        try StatusWatch(spool, interval: .seconds(seconds), asJSON: arguments.has(.json)).run()
        return .success
    }

    private static func show(_ summary: StatusSummary, asJSON: Bool) throws(CommandError) {
        if asJSON {
            try Output.json { summary.write(to: &$0) }
        } else {
            try Output.text(summary.text)
        }
    }
}
