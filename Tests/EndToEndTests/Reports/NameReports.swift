import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Reports: names")
struct NameReports {
    @Test("N01 capitals in an extension, and any of the usual ones, are all the same")
    func extensions() async throws {
        let spool = try await TestSpool()
        let formats = [
            "A.PNG": ("images/line-1bit.png", "png"), "b.Jpeg": ("images/line-gray.jpg", "jpeg"),
            "C.TIF": ("images/line-group4.tif", "tiff"), "d.JPG": ("images/line-color.jpg", "jpeg"),
            "e.tiff": ("images/line-lzw.tif", "tiff"),
        ]
        for (name, (fixture, _)) in formats { try spool.drop(try Fixture.bytes(fixture), as: name) }
        let worker = try TestWorker(spool)
        for (name, (_, format)) in formats {
            let result = try await worker.result(of: name)
            #expect(result.at("image", "format")?.string == format, "\(name)")
            #expect(result["text"]?.string == Picture.lineText, "\(name)")
        }
        try await worker.rest()
        #expect(spool.outboxFiles.count == 5 && spool.deadLetterFiles.isEmpty)
    }

    @Test("N03 names that differ in Unicode form alone keep their own results")
    func twins() async throws {
        let spool = try await TestSpool()
        try spool.drop(try Picture.line(), as: "gr\u{fc}n.png")
        try spool.drop(try Picture.corners(), as: "gru\u{308}n.png")
        let worker = try TestWorker(spool)
        #expect(try await worker.result(of: "gr\u{fc}n.png")["text"]?.string == Picture.lineText)
        #expect(try await worker.result(of: "gru\u{308}n.png")["text"]?.string == Picture.cornersText)
        try await worker.rest()
        #expect(spool.archiveFiles.count == 2 && spool.outboxFiles.count == 2)
    }

    @Test("N03 a picture in one Unicode form and its request in the other are a pair")
    func unicodeForms() async throws {
        let spool = try await TestSpool()
        try spool.drop(Array(#"{"id": "composed"}"#.utf8), as: "gr\u{fc}n.png.json")
        try spool.drop(try Picture.line(), as: "gru\u{308}n.png")
        let worker = try TestWorker(spool)
        let result = try await worker.result(of: "gru\u{308}n.png")
        #expect(result["requestId"]?.string == "composed")
        try await worker.rest()
    }

    @Test("N04 a name that begins with a dash is a name", arguments: ["-l.png", "--psm.png", "-.png"])
    func dashes(name: String) async throws {
        let spool = try await TestSpool()
        let worker = try TestWorker(spool)
        try await worker.watching()
        try spool.drop(try Picture.line(), as: name)
        let result = try await worker.result(of: name)
        #expect(result.at("image", "name")?.string == name && result["text"]?.string == Picture.lineText)
        try await worker.rest()
        #expect(spool.archiveFiles == [name])
    }

    @Test("N05 odd names give a result each, under the same name, with one line of log each, and nothing is executed")
    func oddNames() async throws {
        let names = [
            "sp ace.png", "a\"b.png", "a'b.png", "$(touch executed).png", "`touch executed`.png",
            "a;touch executed.png", "new\nline.png", "tab\tand \u{1b}[2J.png", "%s%n.png", "\u{202e}gnp.png",
            "\u{1f4c4} \u{56f3}\u{9762}.png", " .png", "back\\slash.png", "star*.png",
        ]
        let spool = try await TestSpool()
        for name in names { try spool.drop(try Picture.line(tag: name), as: name) }
        let worker = try TestWorker(spool, ["--children", "2"])
        for name in names {
            let result = try await worker.result(of: name)
            #expect(result.at("image", "name")?.string == name)
            #expect(result.at("image", "nameBytes")?.isNull == true)
            #expect(result.at("image", "sha256")?.string == (try SHA256.hexadecimal(of: try Picture.line(tag: name))))
        }
        try await worker.rest()
        #expect(spool.outboxFiles == names.map { $0 + ".json" }.sorted())
        #expect(spool.archiveFiles == names.sorted())
        #expect(spool.directory.files(below: ".").filter { $0.hasSuffix("executed") }.isEmpty)
        // The log tells of an outcome after it is there.
        try await worker.wait(for: "a line for each") { try worker.publications >= names.count }
        #expect(try worker.publications == names.count)
        let log = try worker.log
        #expect(log.count == worker.logText.split(separator: "\n").count)
        #expect(!worker.logText.contains("\u{1b}") && !worker.logText.contains("\u{202e}"))
    }

    @Test("N06 a name of 255 bytes has a result under a shorter one, and stands whole in the record")
    func longest() async throws {
        let spool = try await TestSpool()
        let name = String(repeating: "a", count: 251) + ".png"
        try spool.drop(try Picture.line(), as: name)
        let worker = try TestWorker(spool)
        try await worker.rest()
        let file = try #require(spool.outboxFiles.first)
        #expect(spool.outboxFiles.count == 1)
        #expect(file.utf8.count <= 255 && file.hasPrefix(String(repeating: "a", count: 200)) && file.hasSuffix(".json"))
        #expect(try spool.record("outbox/\(file)")?.at("image", "name")?.string == name)
        #expect(spool.archiveFiles == [name])
    }
}
