internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

extension Command {
    static let explain = Command(
        name: "explain", purpose: "Tell why a file was or was not taken, and what became of it", operands: "FILE",
        operandCount: 1...1, options: [.spool, .json],
        notes: [
            "FILE is a path as below the inbox, or any path in the spool: of an image, a request, a folder, a result, a dead "
                + "letter. Of a name that was used several times everything is told that is still there, what waits in the "
                + "inbox first. Ends with code 4 if there is nothing.",
            "What it says of a file that waits is the worker's word, a second old at most. With more than a thousand files in "
                + "the inbox it may be older, and says how old it is.",
        ],
        examples: [
            Example("where is it?", "ocrspool explain --spool /var/spool/ocr scan.png"),
            Example("for a program", "ocrspool explain --spool /var/spool/ocr --json a/scan.png | jq -r '.[0].state'"),
        ]
    ) { (arguments) throws(CommandError) in
        let places = try SpoolPlaces(arguments)
        let named = try places.named(arguments.operands[0])
        var explainer = Explainer(places)
        var found = try explainer.explain(named)
        if found.isEmpty {
            // It may have gone from one place to the next between two looks.
            explainer = Explainer(places)
            found = try explainer.explain(named)
        }
        if arguments.has(.json) {
            try Output.json { writer in writer.array { writer in for one in found { one.write(to: &writer) } } }
        } else {
            for one in found { try Output.text(one.text) }
        }
        guard found.isEmpty else { return .success }
        let advice = explainer.scene.seesWorkers ? "" : "; as this user one cannot see whether a worker has it"
        throw CommandError(.unknownName, "there is nothing of the name \(named.path.display) in the spool\(advice)")
    }
}
