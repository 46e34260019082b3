import TestSupport
import Testing

@testable import TesseractEngine

@Suite("Image header")
struct ImageHeaderTests {
    @Test(
        "gives format and size of a file of every kind",
        arguments: [
            ("line-gray8.png", ImageHeader.Format.png), ("line-gray.jpg", .jpeg), ("line-progressive.jpg", .jpeg),
            ("line-cmyk.jpg", .jpeg), ("line-lzw.tif", .tiff), ("line-group4.tif", .tiff), ("line.webp", .webp),
            ("line.gif", .gif), ("line.bmp", .bmp), ("line.pgm", .pnm), ("line.pbm", .pnm),
        ])
    func formatAndSize(name: String, format: ImageHeader.Format) throws {
        let header = try ImageHeader(fixture(name))
        #expect(header.format == format)
        #expect(header.pages.count == 1)
        #expect(header.pages[0].width == 560)
        #expect(header.pages[0].height == 90)
    }

    @Test(
        "reads each sample's bits", arguments: [("line-1bit.png", 1), ("line-gray8.png", 8), ("line-gray16.png", 16)])
    func bits(name: String, bits: Int) throws {
        #expect(try ImageHeader(fixture(name)).pages[0].bits == bits)
    }

    @Test("reads TIFF's orientation tag", arguments: 1...8)
    func tiffOrientation(number: Int) throws {
        #expect(try ImageHeader(fixture("orientation-\(number).tif")).pages[0].orientation == number)
    }

    @Test("reads EXIF's orientation from a JPEG", arguments: 1...8)
    func jpegOrientation(number: UInt8) throws {
        let bytes = jpeg(try fixture("line-gray.jpg"), orientation: number)
        #expect(try ImageHeader(bytes).pages[0].orientation == Int(number))
    }

    @Test("takes a senseless orientation for none", arguments: [0, 9, 255] as [UInt8])
    func senselessOrientation(number: UInt8) throws {
        let bytes = jpeg(try fixture("line-gray.jpg"), orientation: number)
        #expect(try ImageHeader(bytes).pages[0].orientation == nil)
    }

    @Test("reads EXIF's orientation from a PNG")
    func pngOrientation() throws {
        let png = try fixture("line-1bit.png")
        let chunk = [0, 0, 0, 26] + Array("eXIf".utf8) + exifBlock(orientation: 6) + [0, 0, 0, 0]
        // Behind the signature and IHDR, which take 8 and 25 bytes.
        let header = try ImageHeader(Array(png[..<33]) + chunk + png[33...])
        #expect(header.pages[0].orientation == 6)
    }

    @Test("reads EXIF's orientation from a WebP")
    func webpOrientation() throws {
        let extended: [UInt8] = [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]  // EXIF flag, 100 x 50
        let body = Array("VP8X".utf8) + [10, 0, 0, 0] + extended + Array("EXIF".utf8) + [26, 0, 0, 0]
        let page = try ImageHeader(
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + body + exifBlock(orientation: 8)
        ).pages[0]
        #expect(page.width == 100)
        #expect(page.height == 50)
        #expect(page.orientation == 8)
    }

    @Test(
        "reads the declared resolution",
        arguments: [("dpi-72.png", 72.0), ("dpi-300.png", 300), ("dpi-1200.png", 1200)])
    func resolution(name: String, dpi: Double) throws {
        let resolution = try #require(try ImageHeader(fixture(name)).pages[0].resolution)
        #expect(abs(resolution - dpi) < 0.5)
    }

    @Test("counts the pages of a TIFF")
    func pages() throws {
        #expect(try ImageHeader(fixture("pages.tif")).pages.count == 3)
    }

    @Test("stops at the page limit")
    func pageLimit() throws {
        let bytes = try fixture("pages.tif")
        #expect(throws: ImageHeaderError.tooManyPages(3)) { try ImageHeader(bytes, pageLimit: 2) }
    }

    @Test("reads the size of a BigTIFF")
    func bigTIFF() throws {
        func entry(_ tag: UInt8, _ value: UInt8) -> [UInt8] {
            [tag, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
        }
        let bytes: [UInt8] =
            [0x49, 0x49, 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0] + [2, 0, 0, 0, 0, 0, 0, 0] + entry(0, 70)
            + entry(1, 30) + [0, 0, 0, 0, 0, 0, 0, 0]
        let page = try ImageHeader(bytes).pages[0]
        #expect(page.width == 70)
        #expect(page.height == 30)
    }
}

@Suite("Image header of hostile files")
struct HostileImageHeaderTests {
    @Test("no bytes are an empty image")
    func empty() {
        #expect(throws: ImageHeaderError.empty) { try ImageHeader([]) }
    }

    @Test(
        "no beginning of a file traps, and none shows another size",
        arguments: [
            "line-gray8.png", "line-gray.jpg", "line-progressive.jpg", "pages.tif", "orientation-6.tif", "line.webp",
            "line.gif", "line.bmp", "line.pgm", "line.pbm",
        ])
    func everyPrefix(name: String) throws {
        let bytes = try fixture(name)
        for count in 0..<min(bytes.count, 4096) {
            guard let header = try? ImageHeader(Array(bytes[..<count])) else { continue }
            // A number that the cut runs through is shorter only in PNM, where it is written out.
            #expect(header.format == .pnm || header.pages[0].width == 560 || name.hasPrefix("orientation"))
        }
    }

    @Test(
        "no single wrong byte traps", arguments: ["pages.tif", "line.gif", "line.webp", "line-gray.jpg", "dpi-72.png"])
    func everyWrongByte(name: String) throws {
        let bytes = try fixture(name)
        for index in bytes.indices {
            for value in [0x00, 0x7F, 0xFF] as [UInt8] {
                var wrong = bytes
                wrong[index] = value
                _ = try? ImageHeader(wrong)
            }
        }
    }

    @Test("a directory that follows itself is named as a circle")
    func directoryLoop() {
        // One directory at 8 with width and height, whose successor is at 8 again.
        let bytes: [UInt8] = [
            0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0, 1, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0,
            8, 0, 0, 0,
        ]
        #expect(throws: ImageHeaderError.malformed(.tiff, "its list of pages runs in a circle after page 1")) {
            try ImageHeader(bytes)
        }
    }

    @Test("a directory beyond the end is an error, not a read")
    func directoryBeyondEnd() {
        #expect(throws: ImageHeaderError.malformed(.tiff, "the directory of page 1 lies beyond the end of the file")) {
            try ImageHeader([0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF])
        }
    }

    @Test("offsets near the largest number do not overflow")
    func hugeOffsets() {
        let bytes: [UInt8] = [0x49, 0x49, 43, 0, 8, 0, 0, 0, 0xF8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        #expect(throws: ImageHeaderError.self) { try ImageHeader(bytes) }
    }

    @Test("a declared size is given as it is, however large")
    func hugeSize() throws {
        var png = try fixture("line-1bit.png")
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        let page = try ImageHeader(png).pages[0]
        #expect(page.width == 2_147_483_647)
        #expect(page.height == 2_147_483_647)
    }

    @Test("a size of nothing is refused")
    func zeroSize() throws {
        var png = try fixture("line-1bit.png")
        png.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(throws: ImageHeaderError.malformed(.png, "it declares 0 x 90 pixels")) { try ImageHeader(png) }
    }
}

@Suite("Content kind")
struct ContentKindTests {
    @Test(
        "what is no image is named",
        arguments: [
            ("%PDF-1.7\n", "a PDF document"), ("<!DOCTYPE html><html>", "an HTML page"),
            ("<?xml version=\"1.0\"?>\n<svg xmlns=\"x\">", "an SVG drawing"), ("/etc/passwd\n", "a text file"),
            ("P1 is the first point of order", "a text file"), ("BMW is a car maker, says the text", "a text file"),
            ("PK\u{3}\u{4}rest", "a ZIP archive or an office document"), ("\u{7F}ELF\u{2}", "a program (ELF)"),
            ("\0\0\0\u{18}ftypheic\0\0\0\0", "a HEIC or HEIF image"), ("\0\0\0\u{18}ftypavif\0\0\0\0", "an AVIF image"),
            ("\0\0\0\u{0C}jP  \r\n", "a JPEG 2000 image"), ("{\"id\": 1}", "a JSON or other text file"),
            ("#!/bin/sh\n", "a script"),
        ])
    func names(content: String, name: String) {
        #expect(throws: ImageHeaderError.unsupported(name)) { try ImageHeader(Array(content.utf8)) }
    }

    @Test("unknown bytes are shown")
    func unknown() {
        let name = "content of no known kind (it begins with the bytes 00 fe 01 80)"
        #expect(throws: ImageHeaderError.unsupported(name)) { try ImageHeader([0, 0xFE, 1, 0x80, 5]) }
    }
}
