internal import LinuxSupport
internal import Spool
internal import Worker

extension Command {
    private static let everything = Option.flag("all", "Everything in the dead letter")

    static let retry = Command(
        name: "retry", purpose: "Put what failed back into the inbox", operands: "NAME…", operandCount: 0...Int.max,
        options: [.spool, everything],
        notes: [
            "NAME is a folder below dead-letter, as ocrspool dead-letters lists it, or a job's id. The image and its request "
                + "go back to where they were dropped and are tried anew; the history of attempts is kept for the records. "
                + "Prints the paths in the inbox. A name that waits in the inbox already is refused with code 5 and stays in "
                + "the dead letter."
        ],
        examples: [
            Example("one image", "ocrspool retry --spool /var/spool/ocr scan.png"),
            Example("all, after the models were installed", "ocrspool retry --spool /var/spool/ocr --all"),
        ]
    ) { (arguments) throws(CommandError) in
        guard arguments.has(everything) != !arguments.operands.isEmpty else {
            throw .usage("needs either names or --all")
        }
        let places = try SpoolPlaces(arguments)
        let spool = try SpoolPlaces.wholeSpool(arguments)
        try SpoolPlaces.refuseForeignRoot(spool)
        let returner = DeadLetterReturn(spool: spool)
        var code = ExitCode.success
        for folder in try folders(arguments, places, spool, &code) {
            do throws(CommandError) {
                if let path = try returner.putBack(folder) {
                    try Output.rawLine(places.absolute(SpoolLayout.inbox, path))
                }
            } catch {
                Talk.say("retry", "\(folder.path.display): \(error.message)")
                if code == .success { code = error.code }
            }
        }
        return code
    }

    /// The folders that are meant; what is not there is said, and does not keep the others from being put back.
    private static func folders(
        _ arguments: ParsedArguments, _ places: SpoolPlaces, _ spool: Spool, _ code: inout ExitCode
    ) throws(CommandError) -> [DeadLetterFolder] {
        if arguments.has(everything) {
            return try calling { () throws(SystemCallError) in try DeadLetterFolder.all(below: spool.deadLetter) }
        }
        var found: [DeadLetterFolder] = []
        for operand in arguments.operands {
            let path = try places.relative(operand)
            let folder = try calling { () throws(SystemCallError) -> DeadLetterFolder? in
                if let folder = try DeadLetterFolder.at(path, below: spool.deadLetter) { return folder }
                return try DeadLetterFolder.all(below: spool.deadLetter).first { $0.record?.id == path.string }
            }
            if let folder {
                found.append(folder)
            } else {
                Talk.say("retry", "\(path.display) is not in the dead letter; see: ocrspool dead-letters")
                code = .unknownName
            }
        }
        return found
    }
}
