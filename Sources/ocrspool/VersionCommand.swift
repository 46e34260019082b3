internal import StrictJSON
internal import Worker

/// The program's version, by semantic versioning.
let programVersion = WorkerService.version

extension Command {
    static let version = Command(
        name: "version", purpose: "Print the version", options: [.json],
        examples: [
            Example("the version alone", "ocrspool version"), Example("for a program", "ocrspool version --json"),
        ]
    ) { (arguments) throws(CommandError) in
        if arguments.has(.json) {
            try Output.json { writer in
                writer.object { writer in
                    writer.member("name", "ocrspool")
                    writer.member("version", programVersion)
                }
            }
        } else {
            try Output.line("ocrspool \(programVersion)")
        }
        return .success
    }
}
