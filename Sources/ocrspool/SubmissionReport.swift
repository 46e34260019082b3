internal import LinuxSupport
internal import Spool
internal import StrictJSON
internal import Worker

/// Tells what became of submitted images: results on standard output, reasons on standard error.
struct SubmissionReport {
    enum Form {
        case paths
        case text
        case json
    }

    let places: SpoolPlaces
    let form: Form
    /// Out of the way of what is told.
    let progress: ProgressLine

    /// An image is in the inbox, and that is all that was asked.
    func submitted(_ ticket: Ticket) throws(CommandError) {
        let path = places.absolute(SpoolLayout.inbox, ticket.path)
        switch form {
        case .paths, .text:
            progress.clear()
            try Output.rawLine(path)
        case .json: try json(ticket, "submitted", path, nil)
        }
    }

    /// An image could not be put into the inbox. The reason has been told.
    func refused(_ path: RelativePath?, _ error: CommandError) throws(CommandError) {
        guard form == .json else { return }
        progress.clear()
        try Output.json { writer in
            writer.object { writer in
                if let path {
                    writer.members(of: path)
                } else {
                    writer.member("name", JSONValue.null)
                    writer.member("nameBytes", JSONValue.null)
                }
                writer.member("requestId", JSONValue.null)
                writer.member("state", "refused")
                writer.member("path", JSONValue.null)
                writer.member("id", JSONValue.null)
                writer.member("code", error.code.name)
                writer.member("message", error.message)
            }
        }
    }

    /// - Parameter isTold: whether a missing outcome is told on standard error, too.
    func answer(_ ticket: Ticket, _ answer: OutcomeWaiter.Answer, isTold: Bool = true) throws(CommandError) {
        switch answer {
        case .outcome(let outcome) where outcome.kind == .result: try result(ticket, outcome)
        case .outcome(let outcome):
            let path = places.absolute(SpoolLayout.deadLetter, outcome.path)
            say(ticket, "\(outcome.code ?? ""): \(outcome.message ?? "") See \(DisplayText.escaped(path))")
            if form == .json { try json(ticket, "failed", path, outcome) }
        case .notYet:
            if isTold {
                say(ticket, "there is no outcome yet; ask later with: ocrspool explain \(ticket.path.display)")
            }
            if form == .json { try json(ticket, "submitted", places.absolute(SpoolLayout.inbox, ticket.path), nil) }
        case .vanished:
            say(ticket, "its outcome was taken away before it could be read, or the image was withdrawn")
            if form == .json { try json(ticket, "vanished", nil, nil) }
        }
    }

    func say(_ message: String) {
        progress.clear()
        Talk.say("submit", message)
    }

    private func result(_ ticket: Ticket, _ outcome: Outcome) throws(CommandError) {
        let path = places.absolute(SpoolLayout.outbox, outcome.path)
        progress.clear()
        switch form {
        case .paths: try Output.rawLine(path)
        case .text: try Output.line(outcome.text)
        case .json: try json(ticket, "done", path, outcome)
        }
    }

    private func say(_ ticket: Ticket, _ message: String) { say("\(ticket.path.display): \(message)") }

    private func json(
        _ ticket: Ticket, _ state: String, _ path: [UInt8]?, _ outcome: Outcome?
    ) throws(CommandError) {
        progress.clear()
        try Output.json { writer in
            writer.object { writer in
                writer.members(of: ticket.path)
                writer.member("requestId", ticket.requestID)
                writer.member("state", state)
                writer.member("path", path.map { String(decoding: $0, as: UTF8.self) })
                writer.member("id", outcome?.record["id"])
                writer.member("code", outcome?.code)
                writer.member("message", outcome?.message)
            }
        }
    }
}

extension ExitCode {
    /// As `code` of an image that was refused; part of the contract.
    fileprivate var name: String {
        switch self {
        case .nameTaken: "name-taken"
        case .noInput: "no-input"
        case .unavailable: "spool-unusable"
        case .ioError: "io-error"
        case .usage, .success, .failed, .drainedWithFailures, .unknownName, .notYet, .configuration: "refused"
        }
    }
}

extension JSONWriter {
    /// `name`, and `nameBytes` in base64 where the name is no UTF-8; as in the records.
    mutating func members(of path: RelativePath) {
        RecordedName.writeMembers(of: RecordedName(bytes: path.bytes), into: &self)
    }
}
