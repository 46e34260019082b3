internal import StrictJSON
internal import TextRecognition

/// Writes pages as records show them. Confidences have at most four decimals and angles two, to keep records small.
enum PageWriter {
    static func write(_ page: PageResult, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("page", page.page)
            writer.member("width", page.width)
            writer.member("height", page.height)
            switch page.content {
            case .text(let text):
                writer.member("text", text.text)
                writer.member("angle", page.angle, decimals: 2)
                writer.nodes("blocks", text.blocks, writeBlock)
            case .document(let document):
                writer.member("text", document.text)
                writer.member("angle", page.angle, decimals: 2)
                writer.nodes("blocks", document.blocks, writeBlock)
            }
            writer.key("warnings")
            writer.array { writer in
                for warning in page.warnings { write(warning, into: &writer) }
            }
        }
    }

    private static func write(_ warning: RecognitionWarning, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", warning.code.rawValue)
            writer.member("message", warning.message)
            writer.key("measured")
            if let measured = warning.measured { writer.double(measured, decimals: 4) } else { writer.null() }
        }
    }

    // Text: blocks, lines, elements, symbols.

    private static func writeBlock(_ block: TextBlock, into writer: inout JSONWriter) {
        writer.nodeMembers(block)
        writer.nodes("lines", block.lines) { line, writer in
            writer.nodeMembers(line)
            writer.nodes("elements", line.elements) { element, writer in
                writer.nodeMembers(element)
                writer.nodes("symbols", element.symbols) { $1.nodeMembers($0) }
            }
        }
    }

    // Document: blocks, paragraphs, words, symbols, each with its break.

    private static func writeBlock(_ block: DocumentTextBlock, into writer: inout JSONWriter) {
        writer.nodeMembers(block)
        writer.recognizedBreak(block.recognizedBreak)
        writer.member("type", block.type.rawValue)
        writer.nodes("paragraphs", block.paragraphs) { paragraph, writer in
            writer.nodeMembers(paragraph)
            writer.recognizedBreak(paragraph.recognizedBreak)
            writer.nodes("words", paragraph.words) { word, writer in
                writer.nodeMembers(word)
                writer.recognizedBreak(word.recognizedBreak)
                writer.nodes("symbols", word.symbols) { symbol, writer in
                    writer.nodeMembers(symbol)
                    writer.recognizedBreak(symbol.recognizedBreak)
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func nodes<Node: RecognizedNode>(
        _ key: String, _ nodes: [Node], _ members: (Node, inout JSONWriter) -> Void
    ) {
        self.key(key)
        array { writer in
            for node in nodes { writer.object { members(node, &$0) } }
        }
    }

    /// What every node has.
    fileprivate mutating func nodeMembers(_ node: some RecognizedNode) {
        member("text", node.text)
        member("confidence", node.confidence, decimals: 4)
        key("recognizedLanguages")
        array { writer in
            for language in node.recognizedLanguages {
                writer.object { writer in
                    writer.member("languageCode", language.languageCode)
                    writer.member("confidence", language.confidence, decimals: 4)
                }
            }
        }
        key("cornerPoints")
        array { writer in
            for point in node.cornerPoints {
                writer.object { writer in
                    writer.member("x", point.x)
                    writer.member("y", point.y)
                }
            }
        }
        key("frame")
        object { writer in
            writer.member("x", node.frame.x)
            writer.member("y", node.frame.y)
            writer.member("width", node.frame.width)
            writer.member("height", node.frame.height)
        }
        member("angle", node.angle, decimals: 2)
    }

    fileprivate mutating func recognizedBreak(_ value: TextRecognizedBreak?) {
        key("recognizedBreak")
        guard let value else { return null() }
        object { writer in
            writer.member("type", value.type.rawValue)
            writer.member("isPrefix", value.isPrefix)
        }
    }
}
