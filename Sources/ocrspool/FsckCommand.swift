internal import LinuxSupport
internal import Spool
internal import StrictJSON

extension Command {
    private static let atRest = Option.flag(
        "at-rest", "No worker runs and all work is done: what still waits is a violation, too")

    static let fsck = Command(
        name: "fsck", purpose: "Prove that a spool keeps its promises", options: [.spool, atRest, .json],
        notes: [
            "Reads the whole spool, whether workers run on it or not, and changes nothing. Tells violations (two outcomes of "
                + "one job, torn records, files that belong to nobody), what is pending, and notes. Ends with code 1 if there is "
                + "a violation. To be run as the user that runs the worker."
        ],
        examples: [
            Example("at any time", "ocrspool fsck --spool /var/spool/ocr"),
            Example("after worker --drain", "ocrspool fsck --spool /var/spool/ocr --at-rest"),
        ]
    ) { (arguments) throws(CommandError) in
        let spool = try SpoolPlaces.wholeSpool(arguments)
        let report = try calling { () throws(SystemCallError) in
            try SpoolCheck.run(spool, atRest: arguments.has(atRest))
        }
        if arguments.has(.json) {
            try Output.json { report.write(to: &$0) }
        } else {
            try Output.text(report.text)
        }
        return report.isSound ? .success : .failed
    }
}

extension SpoolReport {
    fileprivate var text: String {
        let rows = findings.map { finding in
            "\(finding.severity.rawValue): \(finding.path.display): \(DisplayText.escaped(finding.message)) "
                + "(\(finding.code.rawValue))\n"
        }
        let summary =
            "\(counted(results, "result")), \(counted(deadLetters, "dead letter")), \(archived) archived, "
            + "\(waiting) waiting, \(counted(jobs, "job")) in work; \(counted(count(of: .violation), "violation"))\n"
        return rows.joined() + summary
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("isSound", isSound)
            writer.member("results", results)
            writer.member("deadLetters", deadLetters)
            writer.member("archived", archived)
            writer.member("waiting", waiting)
            writer.member("jobs", jobs)
            writer.key("findings")
            writer.array { writer in
                for finding in findings {
                    writer.object { writer in
                        writer.member("severity", finding.severity.rawValue)
                        writer.member("code", finding.code.rawValue)
                        writer.member("path", finding.path.string)
                        writer.member("message", finding.message)
                    }
                }
            }
        }
    }
}
