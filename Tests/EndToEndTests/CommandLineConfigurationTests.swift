import Glibc
import TestSupport
import Testing

@Suite("ocrspool worker: configuration")
struct CommandLineConfigurationTests {
    @Test(
        "a value out of range is refused with the valid range, wherever it comes from",
        arguments: ["0", "-1", "10000", "x"])
    func children(value: String) async throws {
        let fixture = try await CommandLineFixture()
        let complaint = "must be a whole number from 1 to 256, not \"\(value)\""
        let option = try await fixture.run("worker", "--children", value)
        #expect(option.status == 2)
        #expect(option.errors == "ocrspool worker: --children \(complaint) (see ocrspool worker --help)\n")
        let variable = try await fixture.run("worker", environment: ["OCRSPOOL_CHILDREN": value])
        #expect(variable.status == 78)
        #expect(variable.errors == "ocrspool worker: the environment variable OCRSPOOL_CHILDREN \(complaint)\n")
    }

    @Test("a timeout of zero is refused")
    func zeroTimeout() async throws {
        let run = try await CommandLineFixture().run("worker", "--job-timeout=0")
        #expect(run.status == 2)
        #expect(run.errors.contains("--job-timeout must be a whole number from 1 to 86400, not \"0\""))
    }

    @Test("a fault of the file is told with its place, with status 78")
    func file() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write("{\"children\": 1,\n \"grace\": 5}", to: "c.json")
        for run in [
            try await fixture.run("worker", "--config", "c.json"),
            try await fixture.run("worker", environment: ["OCRSPOOL_CONFIG": "c.json"]),
        ] {
            #expect(run.status == 78)
            #expect(run.errors.hasPrefix("ocrspool worker: the configuration file c.json, line 2, column 2: "))
            #expect(run.errors.contains("did you mean \"graceSeconds\"?"))
        }
    }

    @Test("the option goes before the environment, and that before the file, as the log shows")
    func precedence() async throws {
        let fixture = try await CommandLineFixture()
        try fixture.directory.write(#"{"children": 4, "logFormat": "json"}"#, to: "c.json")
        func started(_ options: [String], _ environment: [String: String]) async throws -> String {
            let arguments = ["worker", "--drain", "--config", "c.json"] + options
            return try await fixture.run(bytes: arguments.map { Array($0.utf8) }, environment: environment).errors
        }
        #expect(try await started([], [:]).contains(#""children":"4""#))
        #expect(try await started([], ["OCRSPOOL_CHILDREN": "3"]).contains(#""children":"3""#))
        #expect(try await started(["--children", "2"], ["OCRSPOOL_CHILDREN": "3"]).contains(#""children":"2""#))
    }

    @Test("root is refused with status 78 and told what to do", .enabled(if: geteuid() == 0))
    func root() async throws {
        let fixture = try await CommandLineFixture()
        let run = try await fixture.run("worker", "--drain", environment: ["OCRSPOOL_ALLOW_ROOT": "off"])
        #expect(run.status == 78)
        #expect(run.errors.contains("does not run as root"))
        #expect(run.errors.contains("--allow-root"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("a worker without a spool, or on one that is none, is refused")
    func noSpool() async throws {
        let fixture = try await CommandLineFixture(hasSpool: false)
        #expect(try await fixture.run("worker", environment: ["OCRSPOOL_SPOOL": ""]).status == 2)
        let run = try await fixture.run("worker")
        #expect(run.status == 69)
        #expect(run.errors.contains("make it with: ocrspool init"))
    }
}
