internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

extension Command {
    static let deadLetters = Command(
        name: "dead-letters", purpose: "List what failed, with the reasons", options: [.spool, .json],
        notes: [
            "For each folder below dead-letter its name, when and why it failed, and how often it was tried. With --json one "
                + "object a line. Codes that tell of the machine or of chance (retryable) may succeed another time: see "
                + "ocrspool retry."
        ],
        examples: [
            Example("what failed", "ocrspool dead-letters --spool /var/spool/ocr"),
            Example(
                "how often each reason",
                "ocrspool dead-letters --spool /var/spool/ocr --json | jq -r .code | sort | uniq -c"),
        ]
    ) { (arguments) throws(CommandError) in
        let places = try SpoolPlaces(arguments)
        let top = try places.open(SpoolLayout.deadLetter)
        let folders = try calling { () throws(SystemCallError) in try DeadLetterFolder.all(below: top) }
        for folder in folders {
            if arguments.has(.json) {
                try Output.json { folder.write(to: &$0, places) }
            } else {
                try Output.line(folder.description)
            }
        }
        if folders.isEmpty, !arguments.has(.json) { Talk.say("dead-letters", "nothing has failed") }
        return .success
    }
}

extension DeadLetterFolder {
    fileprivate var description: String {
        guard let record else { return "\(path.display)\n  its record error.json cannot be read" }
        let attempts = record.attempts.count
        let count = attempts == 0 ? "never tried" : attempts == 1 ? "tried once" : "tried \(attempts) times"
        let left = subject == nil ? "; the image was taken away" : ""
        return """
            \(path.display)
              \(record.failedAt)  \(record.code.rawValue), \(count)\(left)
              \(DisplayText.escaped(record.message))
            """
    }

    fileprivate func write(to writer: inout JSONWriter, _ places: SpoolPlaces) {
        writer.object { writer in
            writer.members(of: path)
            writer.member("path", String(decoding: places.absolute(SpoolLayout.deadLetter, path), as: UTF8.self))
            writer.member("id", record?.id)
            writer.member("requestId", record?.requestID)
            writer.member("code", record?.code.rawValue)
            writer.member("message", record?.message)
            writer.member("retryable", record?.retryable)
            writer.member("failedAt", record?.failedAt.description)
            writer.member("attempts", record?.attempts.count)
            writer.member("hasImage", subject != nil)
        }
    }
}
