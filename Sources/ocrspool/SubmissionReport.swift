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

    /// An image is in the inbox, and that is all that was asked.
    func submitted(_ ticket: Ticket) throws(CommandError) {
        switch form {
        case .paths, .text: try Output.rawLine(places.absolute(SpoolLayout.inbox, ticket.path))
        case .json: try json(ticket, "submitted", places.absolute(SpoolLayout.inbox, ticket.path), nil)
        }
    }

    /// - Returns: the code that the answer calls for; `nil` if all is well.
    func answer(_ ticket: Ticket, _ answer: OutcomeWaiter.Answer) throws(CommandError) -> ExitCode? {
        switch answer {
        case .outcome(let outcome) where outcome.kind == .result:
            try result(ticket, outcome)
            return nil
        case .outcome(let outcome):
            let path = places.absolute(SpoolLayout.deadLetter, outcome.path)
            say(ticket, "\(outcome.code ?? ""): \(outcome.message ?? "") See \(DisplayText.escaped(path))")
            if form == .json { try json(ticket, "failed", path, outcome) }
            return .failed
        case .notYet:
            say(ticket, "there is no outcome yet; ask later with: ocrspool explain \(ticket.path.display)")
            if form == .json { try json(ticket, "submitted", places.absolute(SpoolLayout.inbox, ticket.path), nil) }
            return .notYet
        case .vanished:
            say(ticket, "its outcome was taken away before it could be read, or the image was withdrawn")
            if form == .json { try json(ticket, "vanished", nil, nil) }
            return .unknownName
        }
    }

    private func result(_ ticket: Ticket, _ outcome: Outcome) throws(CommandError) {
        let path = places.absolute(SpoolLayout.outbox, outcome.path)
        switch form {
        case .paths: try Output.rawLine(path)
        case .text: try Output.line(outcome.text)
        case .json: try json(ticket, "done", path, outcome)
        }
    }

    private func say(_ ticket: Ticket, _ message: String) {
        Talk.say("submit", "\(ticket.path.display): \(message)")
    }

    private func json(
        _ ticket: Ticket, _ state: String, _ path: [UInt8]?, _ outcome: Outcome?
    ) throws(CommandError) {
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

extension JSONWriter {
    /// `name`, and `nameBytes` in base64 where the name is no UTF-8; as in the records.
    mutating func members(of path: RelativePath) {
        RecordedName.writeMembers(of: RecordedName(bytes: path.bytes), into: &self)
    }
}
