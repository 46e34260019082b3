import TestSupport
import Testing

@testable import TesseractEngine

/// Three columns and two rows: 10 20 30 above 40 50 60.
private let sixPixels = Array("P5 3 2 255\n".utf8) + [10, 20, 30, 40, 50, 60]

private func decode(_ bytes: [UInt8], page: Int = 0, acceptTruncated: Bool = false) throws -> PageImage {
    try PageImage.decode(bytes, header: ImageHeader(bytes), page: page, acceptTruncated: acceptTruncated)
}

/// All pixels, row by row.
private func pixels(_ image: borrowing PageImage) -> [[Int]] {
    (0..<image.height).map { y in
        (0..<image.width).map { x in
            image.histogram(in: EngineBox(x: x, y: y, width: 1, height: 1))?.mode ?? -1
        }
    }
}

@Suite("Page image")
struct PageImageTests {
    @Test("keeps gray levels")
    func levels() throws {
        let image = try decode(sixPixels)
        #expect(pixels(image) == [[10, 20, 30], [40, 50, 60]])
    }

    @Test(
        "turns stored pixels upright",
        arguments: [
            (StoredOrientation.topLeft, [[10, 20, 30], [40, 50, 60]]), (.topRight, [[30, 20, 10], [60, 50, 40]]),
            (.bottomRight, [[60, 50, 40], [30, 20, 10]]), (.bottomLeft, [[40, 50, 60], [10, 20, 30]]),
            (.leftTop, [[10, 40], [20, 50], [30, 60]]), (.rightTop, [[40, 10], [50, 20], [60, 30]]),
            (.rightBottom, [[60, 30], [50, 20], [40, 10]]), (.leftBottom, [[30, 60], [20, 50], [10, 40]]),
        ])
    func turns(orientation: StoredOrientation, expected: [[Int]]) throws {
        var image = try decode(sixPixels)
        try image.turn(by: orientation)
        #expect(pixels(image) == expected)
    }

    @Test("crops")
    func crops() throws {
        let image = try decode(sixPixels)
        let part = try image.cropped(to: EngineBox(x: 1, y: 0, width: 2, height: 1))
        #expect(pixels(part) == [[20, 30]])
    }

    @Test(
        "is black on white from every format and depth",
        arguments: [
            "line-gray8.png", "line-gray16.png", "line-1bit.png", "line-palette.png", "line-black-on-clear.png",
            "line-gray.jpg", "line-color.jpg", "line-progressive.jpg", "line-cmyk.jpg", "line-lzw.tif",
            "line-group4.tif", "line-16bit.tif", "line.webp", "line.gif", "line.bmp", "line.pgm", "line.pbm",
        ])
    func blackOnWhite(name: String) throws {
        let image = try decode(fixture(name))
        let measured = image.histogram()
        let histogram = try #require(measured)
        #expect(image.width == 560)
        #expect(image.height == 90)
        #expect(histogram.mode >= 250)
        #expect(histogram.level(at: 0.01) <= 20)
    }

    @Test("white text on nothing is laid over black")
    func whiteOnClear() throws {
        let image = try decode(fixture("line-white-on-clear.png"))
        let measured = image.histogram()
        let histogram = try #require(measured)
        #expect(histogram.mode == 0)
        #expect(histogram.level(at: 0.99) >= 240)
    }

    @Test("does not obey TIFF's tag by itself", arguments: [6, 8])
    func storedPixels(number: Int) throws {
        let image = try decode(fixture("orientation-\(number).tif"))
        #expect(image.width == 90)
        #expect(image.height == 560)
    }

    @Test("reads any page of a TIFF", arguments: 0..<3)
    func tiffPage(page: Int) throws {
        let image = try decode(fixture("pages.tif"), page: page)
        #expect(image.width == 560)
    }
}

@Suite("Damaged images")
struct DamagedImageTests {
    @Test("a JPEG cut in half is refused, and the readable rows are told")
    func cutJPEG() throws {
        let bytes = try fixture("line-gray.jpg")
        do {
            _ = try decode(Array(bytes.prefix(bytes.count / 2)))
            Issue.record("a cut JPEG was decoded")
        } catch EngineError.truncated(let rows, let height) {
            #expect(height == 90)
            #expect((1..<90).contains(rows))
        }
    }

    @Test("a JPEG cut in half gives what is there when that is asked for")
    func acceptedCutJPEG() throws {
        let bytes = try fixture("line-gray.jpg")
        let image = try decode(Array(bytes.prefix(bytes.count / 2)), acceptTruncated: true)
        let readable = image.readableRows
        let rows = try #require(readable)
        #expect((1..<90).contains(rows))
        #expect(image.height == 90)
    }

    @Test("a progressive JPEG that lacks its last scans counts as cut")
    func cutProgressive() throws {
        let bytes = try fixture("line-progressive.jpg")
        #expect(throws: EngineError.self) { _ = try decode(Array(bytes.prefix(bytes.count * 3 / 4))) }
    }

    @Test("a JPEG that lacks only its end marker is whole", arguments: ["line-gray.jpg", "line-progressive.jpg"])
    func endMarkerMissing(name: String) throws {
        let image = try decode(Array(try fixture(name).dropLast(2)))
        #expect(image.readableRows == nil)
    }

    @Test("a cut file of another format is undecodable", arguments: ["line-gray8.png", "line.webp", "line.pgm"])
    func cutFile(name: String) throws {
        let bytes = try fixture(name)
        do {
            _ = try decode(Array(bytes.prefix(bytes.count / 2)))
            Issue.record("a cut \(name) was decoded")
        } catch EngineError.undecodable(let reason) {
            #expect(!reason.isEmpty)
        }
    }

    @Test("a JPEG whose frame is not decodable says why in libjpeg's words")
    func brokenJPEG() throws {
        // A frame header, and no scan behind it.
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0, 0xFF, 0xD9]
        do {
            _ = try decode(bytes)
            Issue.record("a broken JPEG was decoded")
        } catch EngineError.undecodable(let reason) {
            #expect(reason.contains("missing SOS"))
        }
    }
}

@Suite("Stored orientation")
struct StoredOrientationTests {
    @Test(
        "a further turn gives the orientation that does both",
        arguments: [
            (StoredOrientation.topLeft, 1, StoredOrientation.rightTop), (.rightTop, 1, .bottomRight),
            (.bottomRight, 3, .rightTop), (.leftBottom, 1, .topLeft), (.topRight, 2, .bottomLeft),
            (.topRight, 1, .rightBottom), (.leftTop, 0, .leftTop),
        ])
    func followed(start: StoredOrientation, quarters: Int, expected: StoredOrientation) {
        #expect(start.followed(byQuarters: quarters) == expected)
    }
}
