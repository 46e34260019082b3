internal import LinuxSupport
internal import Spool
internal import Worker

extension Command {
    private static let recognizeSettings = WorkerOptions.named(
        "modelsDirectory", "maximumImageBytes", "maximumImagePixels", "maximumImageSide", "maximumImagePages")
    private static let text = Option.flag("text", "Print the text alone; this is the default")
    private static let record = Option.flag(
        "json", "Print one record a line: a result (ocrspool.result/1) or an error (ocrspool.error/1)")

    static let recognize = Command(
        name: "recognize", purpose: "Read images at once, without a spool", operands: "IMAGE…",
        operandCount: 1...Int.max, options: [text, record] + RequestOptions.recognition + recognizeSettings,
        notes: [
            "Each image is read in a process of its own that can do nothing else. Of several images each text has a "
                + "heading. With code 1 at least one image could not be read."
        ],
        examples: [
            Example("the text of a picture", "ocrspool recognize sign.jpg"),
            Example(
                "words with their places, for a program",
                "ocrspool recognize --json --recognizer document --language de scan.tif | jq '.pages[0].blocks'"),
        ]
    ) { (arguments) throws(CommandError) in
        if arguments.has(text), arguments.has(record) { throw .usage("--text and --json exclude each other") }
        let configuration = try WorkerOptions.configuration(arguments, options: recognizeSettings)
        let reader = ImageReader(configuration, request: try RequestOptions.request(arguments))
        var code = ExitCode.success
        var gap = ""
        for path in arguments.operands {
            do throws(CommandError) {
                let outcome = try reader.read(path)
                if case .failed(let record) = outcome {
                    Talk.say("recognize", "\(DisplayText.escaped(path)): \(record.message) (\(record.code.rawValue))")
                    code = .failed
                }
                if arguments.has(record) {
                    try Output.bytes(outcome.bytes)
                } else if case .read(let record) = outcome {
                    let heading = arguments.operands.count > 1 ? "==> \(DisplayText.escaped(path)) <==\n" : ""
                    try Output.text(gap + heading + record.image.text + "\n")
                    gap = "\n"
                }
            } catch  where error.code == .noInput {
                // The others may be there.
                Talk.say("recognize", error.message)
                code = .noInput
            }
        }
        return code
    }
}

extension ImageReader.Outcome {
    /// The record, with its line feed.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .read(let record): record.fileBytes()
        case .failed(let record): record.fileBytes()
        }
    }
}
