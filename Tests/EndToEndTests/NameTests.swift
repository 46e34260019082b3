import LinuxSupport
import StrictJSON
import TestSupport
import Testing

@Suite("Arrival: names")
struct NameTests {
    @Test("an image is one by its content: capitals in the extension, a wrong one, none")
    func extensions() async throws {
        let spool = try await TestSpool()
        let formats = [
            "A.PNG": ("images/line-1bit.png", "png"), "b.Jpeg": ("images/line-gray.jpg", "jpeg"),
            "C.TIF": ("images/line-group4.tif", "tiff"), "d.jpg": ("images/line-palette.png", "png"),
            "e.tiff": ("images/line-color.jpg", "jpeg"), "none": ("images/line.gif", "gif"),
            "f.json": ("images/line-gray8.png", "png"),
        ]
        for (name, (fixture, _)) in formats { try spool.drop(try Fixture.bytes(fixture), as: name) }
        let worker = try TestWorker(spool)
        for (name, (_, format)) in formats {
            let result = try await worker.result(of: name)
            #expect(result.at("image", "format")?.string == format, "\(name)")
            #expect(result["text"]?.string == Picture.lineText, "\(name)")
        }
        try await worker.rest()
        #expect(spool.deadLetterFiles.isEmpty)
    }

    @Test("a name that is not UTF-8 is kept, byte by byte")
    func notUTF8() async throws {
        let spool = try await TestSpool()
        let name: [UInt8] = Array("caf".utf8) + [0xE9, 0xFF] + Array(".png".utf8)
        try spool.drop(try Picture.line(), as: name)
        let worker = try TestWorker(spool)
        try await worker.rest()
        #expect(spool.directory.exists(Array("spool/archive/".utf8) + name))
        #expect(spool.directory.exists(Array("spool/outbox/".utf8) + name + Array(".json".utf8)))
        // Under a name that the test's own JSON reader can be told.
        try spool.directory.rename(
            Array("spool/outbox/".utf8) + name + Array(".json".utf8), to: Array("spool/record".utf8))
        let record = try #require(try spool.record("record"))
        // "caf", E9, FF, ".png" in base64.
        #expect(record.at("image", "nameBytes")?.string == "Y2Fm6f8ucG5n")
        #expect(record["text"]?.string == Picture.lineText)
    }

    @Test("a name of 255 bytes has its dead letter, too")
    func longestDeadLetter() async throws {
        let spool = try await TestSpool()
        let name = String(repeating: "b", count: 251) + ".png"
        try spool.drop(Array("no image".utf8), as: name)
        let worker = try TestWorker(spool)
        let error = try await worker.error(of: name)
        #expect(error.at("image", "name")?.string == name)
        #expect(spool.deadLetterFiles == ["\(name)/\(name)", "\(name)/error.json"])
        try await worker.rest()
    }
}
