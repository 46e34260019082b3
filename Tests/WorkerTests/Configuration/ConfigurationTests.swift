import Spool
import TestSupport
import Testing

@testable import Worker

@Suite("Configuration")
struct ConfigurationTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func load(
        options: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws -> Configuration {
        if let file { try directory.write(file, to: "ocrspool.json") }
        return try ConfigurationSources(
            options: options.mapValues { [$0] }, environment: environment,
            file: file == nil ? nil : directory.path("ocrspool.json")
        ).load()
    }

    private func complaint(
        options: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws -> String {
        let error = #expect(throws: ConfigurationError.self) {
            try load(options: options, environment: environment, file: file)
        }
        return try #require(error).description
    }

    @Test("without any source every setting has its documented default")
    func defaults() throws {
        let configuration = try load()
        #expect(configuration.rescan == .seconds(60))
        #expect(configuration.poll == .milliseconds(2000))
        #expect(configuration.maximumAttempts == 3)
        #expect(configuration.maximumInterruptions == 10)
        #expect(configuration.jobTimeout == .seconds(300))
        #expect(configuration.grace == .seconds(25))
        #expect(configuration.retirement == .archive)
        #expect(configuration.minimumFreeBytes == 67_108_864)
        #expect((1...256).contains(configuration.children))
        #expect(!configuration.allowsRoot)
        #expect(configuration.usesEvents)
    }

    @Test("the command line goes before the environment, and that before the file, setting by setting")
    func precedence() throws {
        let configuration = try load(
            options: ["children": "5"],
            environment: ["OCRSPOOL_CHILDREN": "6", "OCRSPOOL_GRACE_SECONDS": "7", "OCRSPOOL_MODELS_DIRECTORY": ""],
            file: #"{"children": 8, "graceSeconds": 9, "rescanSeconds": 10, "modelsDirectory": "/m"}"#)
        #expect(configuration.children == 5)
        #expect(configuration.grace == .seconds(7))
        #expect(configuration.rescan == .seconds(10))
        #expect(configuration.modelsDirectory == "/m")
    }

    @Test("the environment names the file when the command line does not")
    func fileOfEnvironment() throws {
        try directory.write(#"{"children": 8}"#, to: "other.json")
        let configuration = try load(environment: ["OCRSPOOL_CONFIG": directory.path("other.json")])
        #expect(configuration.children == 8)
    }

    @Test(
        "children out of range are refused with the valid range, by option and by variable",
        arguments: ["0", "-1", "10000", "x", "", "+3", " 3", "3.0"])
    func children(text: String) throws {
        let expected = "must be a whole number from 1 to 256, not \"\(text)\""
        #expect(try complaint(options: ["children": text]) == "--children \(expected)")
        if text.isEmpty { return }  // an empty variable counts as none
        #expect(
            try complaint(environment: ["OCRSPOOL_CHILDREN": text])
                == "the environment variable OCRSPOOL_CHILDREN \(expected)")
    }

    @Test("a timeout of zero is refused")
    func zeroTimeout() throws {
        #expect(
            try complaint(options: ["job-timeout": "0"])
                == "--job-timeout must be a whole number from 1 to 86400, not \"0\"")
    }

    @Test("a wrong value is an error even where another source goes before it")
    func wrongValueBehind() throws {
        #expect(
            try complaint(options: ["children": "2"], environment: ["OCRSPOOL_CHILDREN": "many"])
                == "the environment variable OCRSPOOL_CHILDREN must be a whole number from 1 to 256, not \"many\"")
    }

    @Test("an unknown key of the file is refused with its place and the nearest name")
    func unknownKey() throws {
        let text = try complaint(file: "{\n  \"childern\": 2\n}")
        #expect(
            text
                == "the configuration file \(directory.path("ocrspool.json")), line 2, column 3: "
                + "unknown field \"childern\"; did you mean \"children\"?")
    }

    @Test("a value of the file that is out of range is refused with its place and the range")
    func rangeInFile() throws {
        let text = try complaint(file: #"{"children": 0}"#)
        #expect(text.hasSuffix(", line 1, column 14: \"children\" must be from 1 to 256, not 0"))
    }

    @Test("a file that is missing is said to be")
    func missingFile() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationSources(options: [:], environment: [:], file: directory.path("none.json")).load()
        }
        #expect(
            error?.description
                == "the configuration file \(directory.path("none.json")): cannot be read (No such file or directory)")
    }

    @Test("a lower limit lowers the default time of a job, but contradicts one that was chosen")
    func timeouts() throws {
        #expect(try load(options: ["maximum-timeout": "60"]).jobTimeout == .seconds(60))
        #expect(
            try complaint(options: ["maximum-timeout": "60", "job-timeout": "61"])
                == "the configuration has a jobTimeoutSeconds of 61, which must not be more than "
                + "maximumTimeoutSeconds, 60")
    }

    @Test("languages are tags with commas between them; another form is refused")
    func languages() throws {
        #expect(try load(options: ["languages": "de, zh-Hant"]).defaultLanguages == ["de", "zh-Hant"])
        #expect(
            try complaint(options: ["languages": "de,en us"])
                == "--languages must be a BCP 47 tag such as \"en\" or \"zh-Hant\", or several with commas, "
                + "not \"en us\"")
    }

    @Test("ignored names are globs: one for each option, with commas in the environment, an array in the file")
    func globs() throws {
        let options = ConfigurationSources(options: ["ignore": ["*.bak", "a,b"]], environment: [:], file: nil)
        #expect(try options.load().ignore == ["*.bak", "a,b"])
        #expect(try load(environment: ["OCRSPOOL_IGNORE": "*.bak, old/*"]).ignore == ["*.bak", "old/*"])
        #expect(try load(file: #"{"ignore": ["*.bak", "a,b"]}"#).ignore == ["*.bak", "a,b"])
        #expect(try load().ignore.isEmpty)
    }

    @Test("a glob that could match nothing is refused")
    func emptyGlob() throws {
        let expected = #"must be a glob such as "*.bak", without a / at its end, not"#
        #expect(try complaint(options: ["ignore": ""]) == "--ignore \(expected) \"\"")
        #expect(try complaint(options: ["ignore": "old/"]) == "--ignore \(expected) \"old/\"")
        #expect(
            try complaint(environment: ["OCRSPOOL_IGNORE": "a,b/"])
                == "the environment variable OCRSPOOL_IGNORE \(expected) \"b/\"")
        #expect(try complaint(file: #"{"ignore": ["*.bak", ""]}"#).contains("line 1, column 22: "))
        let many = ConfigurationSources(
            options: ["ignore": (0...100).map { "\($0)" }], environment: [:], file: nil)
        let error = #expect(throws: ConfigurationError.self) { try many.load() }
        #expect(error?.description == "--ignore must have at most 100 globs, not 101")
    }

    @Test("requests are not required and folders not removed, unless that is wanted")
    func switches() throws {
        let plain = try load()
        #expect(!plain.requiresRequest && !plain.prunesEmptyFolders)
        let options = try load(options: ["require-request": "on", "prune-empty-folders": "on"])
        #expect(options.requiresRequest && options.prunesEmptyFolders)
        #expect(try load(environment: ["OCRSPOOL_REQUIRE_REQUEST": "on"]).requiresRequest)
        #expect(try load(file: #"{"pruneEmptyFolders": true}"#).prunesEmptyFolders)
    }

    @Test("every setting has an option, a variable and a key of its own")
    func names() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        #expect(Set(Setting.all.map(\.option)).count == Setting.all.count)
        #expect(Setting.all.map(\.variable).contains("OCRSPOOL_MAXIMUM_IMAGE_BYTES"))
        #expect(Setting.all.map(\.variable).contains("OCRSPOOL_ALLOW_ROOT"))
    }
}
