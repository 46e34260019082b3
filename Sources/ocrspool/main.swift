internal import Glibc
internal import LinuxSupport
internal import StrictJSON
internal import Worker

extension Command {
    /// The command called `name`.
    /// - Throws: a usage error with the nearest name, also among `others`.
    static func named(_ name: String, others: [String] = []) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        let known = all.map(\.name) + others
        let advice = NearestName.of(name, among: known).map { "; did you mean \($0)?" } ?? ""
        throw .usage("unknown command \"\(DisplayText.escaped(name, limit: 60))\"\(advice)")
    }
}

/// Runs the command that `arguments` name, and says on standard error what went wrong.
func run(_ arguments: [[UInt8]]) -> ExitCode {
    let name = arguments.first.map { String(decoding: $0, as: UTF8.self) }
    do throws(CommandError) {
        switch name {
        case nil:
            Talk.line(Help.overview)
            return .usage
        case "--help", "-h": return try Help.answer([])
        case "help": return try Help.answer(Array(arguments.dropFirst()))
        case "--version": return try Command.version.perform([])
        case let name?:
            if name.hasPrefix("-") { throw .usage("the command comes before its options") }
            return try Command.named(name).perform(Array(arguments.dropFirst()))
        }
    } catch {
        let command = name.flatMap { name in Command.all.contains { $0.name == name } ? " \(name)" : nil } ?? ""
        let advice = error.code == .usage ? " (see ocrspool\(command) --help)" : ""
        if !error.message.isEmpty { Talk.line("ocrspool\(command): \(error.message)\(advice)") }
        return error.code
    }
}

let arguments = ThisProcess.arguments
if arguments == [Array("recognizer-child".utf8)] {
    // The worker's own child; not a command for users.
    exit(RecognizerChildMain.run())
}
ThisProcess.ignoreBrokenPipes()
exit(run(arguments).rawValue)
