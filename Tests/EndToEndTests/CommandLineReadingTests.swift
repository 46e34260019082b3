import StrictJSON
import TestSupport
import Testing

@Suite("ocrspool: commands without a spool")
struct CommandLineReadingTests {
    let fixture: CommandLineFixture

    init() async throws { fixture = try await CommandLineFixture(hasSpool: false) }

    @Test("recognize prints the text that stands in the picture")
    func text() async throws {
        let run = try await fixture.run("recognize", CommandLineFixture.sample("sign.jpg"))
        #expect(run.status == 0)
        #expect(run.text == (try CommandLineFixture.trueText("sign.jpg")))
        #expect(run.errors.isEmpty)
    }

    @Test("recognize --json prints a record for each image, also for one that cannot be read, and ends with status 1")
    func records() async throws {
        let run = try await fixture.run(
            "recognize", "--json", "--id", "mine", "--metadata", #"{"k":[1]}"#, CommandLineFixture.sample("sign.jpg"),
            CommandLineFixture.sample("cut.jpg"))
        #expect(run.status == 1)
        let records = try run.json()
        #expect(records.map { $0["schema"]?.string } == ["ocrspool.result/1", "ocrspool.error/1"])
        #expect(records.map { $0["requestId"]?.string } == ["mine", "mine"])
        #expect(records.map { $0["metadata"] } == [["k": [1]], ["k": [1]]])
        #expect(records[0]["image"]?["format"]?.string == "jpeg")
        #expect(records[1]["code"]?.string == "image-undecodable")
        #expect(run.errors.contains("cut.jpg: "))
    }

    @Test("of several images each text has a heading, and one that is missing does not keep the others from being read")
    func several() async throws {
        let sign = CommandLineFixture.sample("sign.jpg")
        let run = try await fixture.run("recognize", "none.png", sign, sign)
        #expect(run.status == 66)
        let text = try CommandLineFixture.trueText("sign.jpg")
        #expect(run.text == "==> \(sign) <==\n\(text)\n==> \(sign) <==\n\(text)")
        #expect(run.errors == "ocrspool recognize: none.png cannot be read (No such file or directory)\n")
    }

    @Test("an empty file and a language that is not installed are failures with a reason")
    func failures() async throws {
        try fixture.directory.write(to: "empty.png")
        let empty = try await fixture.run("recognize", "empty.png")
        #expect(empty.status == 1)
        #expect(empty.errors.contains("(image-empty)"))
        let language = try await fixture.run("recognize", "--language", "chr", CommandLineFixture.sample("sign.jpg"))
        #expect(language.status == 1)
        #expect(language.errors.contains("tesseract-ocr-chr"))
        #expect(language.errors.contains("(language-unavailable)"))
    }

    @Test("without models nothing can be read, with status 69 and what to install")
    func noModels() async throws {
        let run = try await fixture.run("recognize", "--models", "none", CommandLineFixture.sample("sign.jpg"))
        #expect(run.status == 69)
        #expect(run.errors.contains("tesseract-ocr-eng"))
        #expect(try await fixture.run("languages", "--models", "none").status == 69)
    }

    @Test("languages lists what is installed, with tags, and the packages of what is not")
    func languages() async throws {
        let run = try await fixture.run("languages", "--json")
        #expect(run.status == 0)
        let record = try #require(try run.json().first)
        let english = record["languages"]?.array?.first { $0["model"]?.string == "eng" }
        #expect(english == ["tag": "en", "model": "eng", "package": "tesseract-ocr-eng"])
    }

    @Test("a directory with one model lacks all the others")
    func missingLanguages() async throws {
        try fixture.directory.makeDirectory("models")
        try fixture.directory.write(to: "models/jpn.traineddata")
        let record = try #require(try await fixture.run("languages", "--json", "--models", "models").json().first)
        #expect(record["languages"] == [["tag": "ja", "model": "jpn", "package": "tesseract-ocr-jpn"]])
        let packages = try #require(record["missing"]?.array).map { $0["package"]?.string }
        #expect(
            packages == [
                "tesseract-ocr-eng", "tesseract-ocr-chi-sim", "tesseract-ocr-chi-tra", "tesseract-ocr-kor",
                "tesseract-ocr-hin", "tesseract-ocr-deu", "tesseract-ocr-fra", "tesseract-ocr-spa", "tesseract-ocr-osd",
            ])
        #expect(record["detectsOrientation"]?.bool == false)
    }

    @Test("each schema is printed as JSON Schema", arguments: ["request", "result", "error", "configuration"])
    func schema(name: String) async throws {
        let run = try await fixture.run("schema", name)
        #expect(run.status == 0)
        let schema = try JSONValue(parsing: run.output, limits: JSONLimits(bytes: 1 << 20, depth: 64))
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["$id"]?.string == "https://ocrspool.invalid/schema/\(name)-1.json")
    }

    @Test("the version is told in words and as JSON")
    func version() async throws {
        #expect(try await fixture.run("version").text == "ocrspool 0.1.0\n")
        #expect(try await fixture.run("--version").text == "ocrspool 0.1.0\n")
        #expect(try await fixture.run("version", "--json").json() == [["name": "ocrspool", "version": "0.1.0"]])
    }

    @Test("check finds a fresh spool in order, and reads its test picture")
    func check() async throws {
        #expect(try await fixture.run("init", "spool").status == 0)
        let run = try await fixture.run("check", "--json")
        #expect(run.status == 0, "\(run.text)")
        let findings = try run.json()
        #expect(!findings.contains { $0["level"]?.string == "error" })
        let recognizer = findings.first { $0["subject"]?.string == "recognizer" }
        #expect(recognizer?["level"]?.string == "ok")
        #expect(recognizer?["message"]?.string?.hasPrefix("tesseract ") == true)
        #expect(findings.first { $0["subject"]?.string == "ocrspool-watch" }?["level"]?.string == "ok")
    }

    @Test("check tells what is wrong, with status 1")
    func checkFinds() async throws {
        #expect(try await fixture.run("init", "spool").status == 0)
        fixture.directory.remove("spool/archive")
        let run = try await fixture.run("check", "--models", "none", "--watch-program", "/bin/false")
        #expect(run.status == 1)
        #expect(run.lines.contains { $0.hasPrefix("error    spool") && $0.contains("archive/ is missing") })
        #expect(run.lines.contains { $0.hasPrefix("error    models") && $0.contains("tesseract-ocr-eng") })
        #expect(run.lines.contains { $0.hasPrefix("error    recognizer") })
        #expect(
            run.lines.contains { $0.hasPrefix("warning  ocrspool-watch") && $0.contains("/bin/false does not run") })
    }
}
