internal import LinuxSupport
internal import Spool

extension Command {
    static let initialize = Command(
        name: "init", purpose: "Make a spool", operands: "DIR", operandCount: 1...1,
        notes: [
            "Makes DIR, whose parent must exist, and in it inbox, working, outbox, dead-letter, archive and state. "
                + "What is there of a spool already is left as it is. Everybody in the directory's group can then put "
                + "images into inbox and read outbox and dead-letter; the rest is the worker's."
        ],
        examples: [
            Example("a spool of one's own", "ocrspool init ~/ocr"),
            Example(
                "one for a service user and a group of producers",
                "sudo -u ocrspool sh -c 'umask 027; ocrspool init /var/spool/ocr'"),
        ]
    ) { (arguments) throws(CommandError) in
        let path = try arguments.text(operand: 0)
        if path.isEmpty { throw .usage("the directory's name is empty") }
        do throws(SpoolError) { try Spool.create(path: path) } catch { throw CommandError(error) }
        try Output.rawLine(Array(path.utf8))
        if ThisProcess.isRoot {
            Talk.say("init", "the spool belongs to root; give it to the user that runs the worker, with chown -R")
        }
        return .success
    }
}
