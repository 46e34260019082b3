import TestSupport

/// One producer: tells stories, one after the other, each a file or some, from their first byte to the last that the
/// producer does to them. All that it chooses comes from its seed.
struct Producer {
    /// Absolute.
    let inbox: [UInt8]
    /// A folder of its own, on the inbox's file system.
    let outside: [UInt8]
    let ledger: ProducerLedger
    private let number: Int
    /// Names that nobody else chooses begin with it.
    private let series: String
    private var seeds: SeededRandom

    /// What is chosen in the story that is being told.
    var random = SeededRandom(seed: 0)
    private var stories = 0

    init(number: Int, seed: UInt64, inbox: [UInt8], outside: [UInt8], ledger: ProducerLedger) throws {
        self.number = number
        self.inbox = inbox
        self.outside = outside + Array("/producer-\(number)".utf8)
        self.ledger = ledger
        series = "\(number)"
        seeds = SeededRandom(seed: seed &+ UInt64(number) &* 0x1234_5678_9ABC)
        try ProducerDisk.makeFolder(self.outside)
    }

    /// The next story. What goes wrong in it is a trouble in the ledger.
    mutating func tell() {
        stories += 1
        random = SeededRandom(seed: seeds.next())
        let story = Story.allCases.randomElement(using: &random) ?? .single
        do {
            switch story {
            case .single, .second, .third, .fourth, .fifth, .sixth: try tellOfOneImage()
            case .twins: try tellOfTwins()
            case .folder, .anotherFolder: try tellOfAFolder()
            case .leftover: try tellOfALeftover()
            case .defaults: try tellOfDefaults()
            case .stream: try tellOfAStream()
            }
        } catch {
            complain("\(error)")
        }
        ledger.enter { $0.stories += 1 }
    }

    /// How often a kind of story is told.
    private enum Story: CaseIterable {
        case single, second, third, fourth, fifth, sixth, twins, folder, anotherFolder, leftover, defaults, stream
    }

    /// The name of the story, a part of all names in it: letters, digits and hyphens, not the beginning of another.
    var unique: String { "p\(series)s\(stories)e" }

    /// A new path outside, on the inbox's file system.
    func elsewhere(_ what: String) -> [UInt8] { outside / Array("\(unique)-\(what)".utf8) }

    /// Notes what must not happen to a producer.
    func complain(_ trouble: String) {
        ledger.enter { $0.troubles.append("story \(unique): \(trouble)") }
    }

    /// A path below the inbox as the records give it.
    func relative(_ path: [UInt8]) -> [UInt8] { Array(path.dropFirst(inbox.count + 1)) }
}

// MARK: - Choosing

extension Producer {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    /// Mostly short; some longer than the settle time of the workers under test.
    mutating func pause() -> Int { pick([0, 0, 1, 3, 10, 20, 40, 80, 150, 250, 450]) }

    mutating func content(_ tag: String) throws -> ProducerContent {
        let kind: ProducerContent.Kind =
            chance(75) ? .picture : pick([.noImage, .noImage, .empty, .cut])
        return try ProducerContent(kind, tag: "\(unique)-\(tag)")
    }
}

/// `folder/name`, of bytes.
func / (folder: [UInt8], name: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + name }
