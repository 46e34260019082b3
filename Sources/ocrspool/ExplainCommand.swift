internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

extension Command {
    static let explain = Command(
        name: "explain", purpose: "Tell why a file was or was not taken, and what became of it", operands: "FILE",
        operandCount: 1...1, options: [.spool, .json],
        notes: [
            "FILE is a path as below the inbox, or any path in the spool. Of a name that was used several times everything is "
                + "told that is still there. Ends with code 4 if there is nothing."
        ],
        examples: [
            Example("where is it?", "ocrspool explain --spool /var/spool/ocr scan.png"),
            Example("for a program", "ocrspool explain --spool /var/spool/ocr --json a/scan.png | jq -r '.[0].state'"),
        ]
    ) { (arguments) throws(CommandError) in
        let places = try SpoolPlaces(arguments)
        let path = try places.relative(arguments.operands[0])
        let explainer = try Explainer(places)
        let found = try explainer.explain(path)
        if arguments.has(.json) {
            try Output.json { writer in writer.array { writer in for one in found { one.write(to: &writer) } } }
        } else {
            for one in found { try Output.text(one.text) }
        }
        guard found.isEmpty else { return .success }
        let advice = explainer.seesWorkers ? "" : "; as this user one cannot see whether a worker has it"
        throw CommandError(.unknownName, "there is nothing of the name \(path.display) in the spool\(advice)")
    }
}
