import TestSupport
import Testing

@testable import TextRecognition

private func recognize(
    _ bytes: [UInt8], _ session: RecognitionSession? = nil, _ change: (inout RecognitionRequest) -> Void = { _ in }
) throws -> RecognitionResult {
    var request = RecognitionRequest()
    request.script = "latin"
    change(&request)
    return try (session ?? RecognitionSession(models: ModelDirectory())).recognize(bytes, request)
}

private func error(
    _ bytes: [UInt8], _ change: (inout RecognitionRequest) -> Void = { _ in }
) throws -> RecognitionError {
    let result = Result { try recognize(bytes, nil, change) }
    guard case .failure(let error as RecognitionError) = result else {
        throw UnexpectedSuccess()
    }
    return error
}

private struct UnexpectedSuccess: Error {}

@Suite("Recognition of files")
struct FileRecognitionTests {
    @Test("every format and depth gives the same text")
    func formats() throws {
        let names = [
            "line-gray8.png", "line-gray16.png", "line-1bit.png", "line-palette.png", "line-black-on-clear.png",
            "line-white-on-clear.png", "line-gray.jpg", "line-color.jpg", "line-progressive.jpg", "line-cmyk.jpg",
            "line-lzw.tif", "line-group4.tif", "line-16bit.tif", "line.webp", "line.gif", "line.bmp", "line.pgm",
            "line.pbm",
        ]
        let session = try RecognitionSession(models: ModelDirectory())
        for name in names {
            let text = try recognize(fixture(name), session).text
            #expect(text == "Green river 4711", "\(name)")
        }
    }

    @Test("a tag of any of the eight orientations gives the same text, frame and size")
    func taggedOrientations() throws {
        let session = try RecognitionSession(models: ModelDirectory())
        for number in 1...8 {
            let bytes = jpeg(try fixture("orientation-\(number).jpg"), orientation: UInt8(number))
            for result in [try recognize(fixture("orientation-\(number).tif"), session), try recognize(bytes, session)]
            {
                #expect(result.text == "Green river 4711")
                #expect(result.image.width == 560 && result.image.height == 90)
                #expect(result.image.orientation.rawValue == number)
                #expect(result.image.orientationSource == .exif)
            }
        }
    }

    @Test("a requested orientation wins over the tag")
    func requestedOrientation() throws {
        let bytes = jpeg(try fixture("orientation-8.jpg"), orientation: 3)
        let result = try recognize(bytes) { $0.orientation = .fixed(.leftBottom) }
        #expect(result.text == "Green river 4711")
        #expect(result.image.orientationSource == .request)
    }

    @Test(
        "a page that lies wrong without a tag is turned",
        arguments: [("page-upside-down.png", ImageOrientation.bottomRight), ("page-sideways.png", .leftBottom)])
    func detectedOrientation(name: String, orientation: ImageOrientation) throws {
        let result = try recognize(fixture(name)) { $0.recognizer = .document }
        #expect(result.text.hasPrefix("The old mill stands beside the quiet river"))
        #expect(result.image.orientation == orientation)
        #expect(result.image.orientationSource == .detected)
        #expect(result.image.width > result.image.height)
        #expect(abs(result.pages[0].angle) < 2)
    }

    @Test("the declared resolution changes nothing")
    func resolution() throws {
        let session = try RecognitionSession(models: ModelDirectory())
        let contents = try [0, 1, 72, 300, 1200].map {
            try recognize(fixture("dpi-\($0).png"), session).pages[0].content.text
        }
        #expect(contents == Array(repeating: "Green river 4711", count: 5))
    }

    @Test("all pages are read in order, or those asked for")
    func pages() throws {
        let session = try RecognitionSession(models: ModelDirectory())
        let all = try recognize(fixture("pages.tif"), session)
        #expect(all.text == "Page One of three\n\nPage Two of three\n\nPage Three of three")
        #expect(all.pages.map(\.page) == [1, 2, 3])
        let some = try recognize(fixture("pages.tif"), session) { $0.pages = [1...1, 3...3] }
        #expect(some.pages.map(\.page) == [1, 3])
        #expect(some.image.pageCount == 3)
    }

    @Test("an image reads the same before and after another, with other models in between")
    func independence() throws {
        let session = try RecognitionSession(models: ModelDirectory())
        let first = try recognize(fixture("page.png"), session)
        _ = try recognize(fixture("japanese.png"), session) { $0.script = "japanese" }
        _ = try recognize(fixture("pale.png"), session)
        let second = try recognize(fixture("page.png"), session)
        guard case .document(let before) = first.pages[0].content, case .document(let after) = second.pages[0].content
        else {
            Issue.record("the page was not read as a document")
            return
        }
        #expect(before == after)
    }
}

@Suite("Recognition of content")
struct ContentRecognitionTests {
    @Test("a page is read as a document with its wrapped word whole")
    func document() throws {
        let result = try recognize(fixture("page.png"))
        #expect(result.recognizer == .document)
        #expect(result.recognizerReason == "6 of 6 lines are running text")
        #expect(
            result.text == """
                The old mill stands beside the quiet river, and every morning the miller opens the heavy gate. The water runs down
                to the wheel, which turns slowly until the sun has set.

                In winter the river freezes. Nobody works then, and the
                children of the village skate as far as the next bridge,
                where a bell is rung when it is time to go home again.
                """)
    }

    @Test("two words in a picture are read as text")
    func text() throws {
        let result = try recognize(fixture("corners.png"))
        #expect(result.recognizer == .text)
        #expect(result.text == "Upper\nLower")
        #expect(result.engines.map(\.models) == [["eng"]])
    }

    @Test("a region is read alone, in coordinates of the whole image")
    func region() throws {
        let result = try recognize(fixture("corners.png")) {
            $0.recognizer = .text
            $0.region = PixelRect(x: 500, y: 150, width: 400, height: 150)
        }
        #expect(result.text == "Lower")
        guard case .text(let text) = result.pages[0].content else { return }
        let frame = text.blocks[0].lines[0].elements[0].frame
        #expect(frame.x >= 615 && frame.x < 635)
        #expect(frame.y >= 200 && frame.y < 220)
        #expect(result.image.width == 900 && result.image.height == 300)
    }

    @Test(
        "Japanese has no spaces between its characters", arguments: [("japanese", []), ("auto", ["ja"]), ("auto", [])])
    func japanese(script: String, hints: [String]) throws {
        let result = try recognize(fixture("japanese.png")) {
            $0.script = script
            $0.languageHints = hints
        }
        #expect(result.text == "東京都の天気は晴れです")
        #expect(result.engines[0].models == ["jpn"])
    }

    @Test("every frame lies inside its parent and the page")
    func nesting() throws {
        let result = try recognize(fixture("page.png"))
        guard case .document(let document) = result.pages[0].content else { return }
        #expect(!document.blocks.isEmpty)
        for block in document.blocks {
            #expect(block.frame.isInside(PixelRect(x: 0, y: 0, width: result.image.width, height: result.image.height)))
            for paragraph in block.paragraphs {
                #expect(paragraph.frame.isInside(block.frame))
                for word in paragraph.words {
                    #expect(word.frame.isInside(paragraph.frame))
                    #expect(word.cornerPoints.count == 4)
                    #expect((0...1).contains(word.confidence))
                    for symbol in word.symbols { #expect(symbol.frame.isInside(word.frame)) }
                }
            }
        }
    }

    @Test(
        "advice comes with the figure that was measured",
        arguments: [
            ("blank.png", RecognitionWarning.Code.noText, 0.0...0.0), ("pale.png", .lowContrast, 25...35),
            ("tiny.png", .charactersTooSmall, 5...9),
        ])
    func warnings(name: String, code: RecognitionWarning.Code, figure: ClosedRange<Double>) throws {
        let warnings = try recognize(fixture(name)).pages[0].warnings
        let warning = try #require(warnings.first { $0.code == code })
        let measured = try #require(warning.measured)
        #expect(figure.contains(measured))
    }

    @Test("a good page has no advice")
    func noWarnings() throws {
        #expect(try recognize(fixture("page.png")).pages[0].warnings.isEmpty)
    }
}

extension PixelRect {
    fileprivate func isInside(_ other: PixelRect) -> Bool {
        x >= other.x && y >= other.y && x + width <= other.x + other.width && y + height <= other.y + other.height
            && width > 0 && height > 0
    }
}

@Suite("Recognition errors")
struct RecognitionErrorTests {
    @Test("no bytes are an empty image")
    func empty() throws {
        #expect(try error([]).code == .imageEmpty)
    }

    @Test("a text file is unsupported, and named")
    func unsupported() throws {
        let error = try error(Array("/etc/passwd\n".utf8))
        #expect(error.code == .imageUnsupported)
        #expect(error.message.hasPrefix("This is a text file"))
    }

    @Test("a cut JPEG is undecodable, or read with a warning when that is accepted")
    func truncated() throws {
        let cut = Array(try fixture("line-gray.jpg").dropLast(600))
        let error = try error(cut)
        #expect(error.code == .imageUndecodable)
        #expect(error.stage == .decode)
        #expect(error.message.contains("of 90 rows were readable"))
        let result = try recognize(cut) { $0.acceptTruncated = true }
        #expect(result.pages[0].warnings.contains { $0.code == .imageTruncated })
    }

    @Test("each limit is named with its figure")
    func limits() throws {
        let bytes = try fixture("pages.tif")
        let cases: [((inout ImageLimits) -> Void, String)] = [
            ({ $0.bytes = 100 }, "has \(bytes.count) bytes, and the limit is 100"),
            ({ $0.pixels = 50_399 }, "560 x 90 = 50400 pixels, and the limit is 50399"),
            ({ $0.side = 559 }, "560 pixels long on one side, and the limit is 559"),
            ({ $0.pages = 2 }, "3 pages or more, and the limit is 2"),
        ]
        for (change, text) in cases {
            let error = try error(bytes) { change(&$0.limits) }
            #expect(error.code == .imageTooLarge)
            #expect(error.message.contains(text))
        }
    }

    @Test("a page that is not there", arguments: [0...0, 4...4, 2...5])
    func pageOutOfRange(pages: ClosedRange<Int>) throws {
        let error = try error(fixture("pages.tif")) { $0.pages = [pages] }
        #expect(error.code == .pageOutOfRange)
        #expect(error.stage == .request)
    }

    @Test(
        "a region that leaves the image",
        arguments: [
            PixelRect(x: 500, y: 0, width: 61, height: 10), PixelRect(x: -1, y: 0, width: 10, height: 10),
            PixelRect(x: 0, y: 0, width: 0, height: 10), PixelRect(x: 0, y: 89, width: 1, height: Int.max),
        ])
    func regionOutside(region: PixelRect) throws {
        let error = try error(fixture("line-1bit.png")) { $0.region = region }
        #expect(error.code == .regionOutsideImage)
        #expect(error.message.contains("560 x 90"))
    }

    @Test("a time limit that passes")
    func timeout() throws {
        #expect(try error(fixture("page.png")) { $0.pageTimeout = .milliseconds(5) }.code == .timeout)
    }
}
