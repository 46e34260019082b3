/// How every command ends. The numbers are part of the contract; docs and `ocrspool help exit-codes` list them.
enum ExitCode: Int32, CaseIterable {
    case success = 0
    case failed = 1
    case usage = 2
    case drainedWithFailures = 3
    case unknownName = 4
    case nameTaken = 5
    case noInput = 66
    case unavailable = 69
    case ioError = 74
    case notYet = 75
    case configuration = 78

    var meaning: String {
        switch self {
        case .success: "all went well"
        case .failed: "an image was not recognized, or a check found a fault"
        case .usage: "the command line or the request is wrong; nothing was done"
        case .drainedWithFailures:
            "worker --drain has nothing left to do, and an image went to the dead letter, or cannot be taken"
        case .unknownName: "nothing of that name is in the spool"
        case .nameTaken: "a file of that name still waits in the inbox"
        case .noInput: "an image or a file that was named cannot be read"
        case .unavailable: "the spool, the models or a program that is needed cannot be used"
        case .ioError: "reading or writing failed"
        case .notYet: "the time of submit --timeout is over and there is no outcome yet"
        case .configuration: "the configuration is wrong, or root would run the worker"
        }
    }

    static var table: String {
        let rows = allCases.map { code in
            let number = String(code.rawValue)
            return String(repeating: " ", count: 4 - number.utf8.count) + number + "  " + code.meaning
        }
        return """
            Exit codes of ocrspool:

            \(rows.joined(separator: "\n"))

            A program that is ended by a signal has no exit code; shells show 128 and the signal's number.

            """
    }
}
