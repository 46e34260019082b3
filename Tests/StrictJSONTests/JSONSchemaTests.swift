import StrictJSON
import Testing

@Suite("JSON schema")
struct JSONSchemaTests {
    static let document = JSONSchemaDocument(
        id: "urn:test:thing:1", title: "A thing",
        root: .object([
            .required("kind", .string(oneOf: ["auto", "text", "document"], unavailable: ["audio"])),
            .optional("priority", .integer(0...9).described("9 first.")),
            .optional("share", .number(0...1)),
            .optional("rise", .number(0 ... .infinity)),
            .optional(
                "id",
                .string(
                    maximumLength: 4,
                    pattern: StringPattern("lower-case letters", regex: "^[a-z]*$") { $0.allSatisfy(\.isLowercase) })),
            .optional("outputs", .array(of: .string(maximumLength: 10), counts: 0...2, isUnique: true)),
            .optional("turn", .oneOf(.integer(1...8), .string(oneOf: ["auto"]))),
            .optional("box", .reference("box").orNull),
            .optional("metadata", .openObject),
            .optional("free", .any),
            .optional("flag", .boolean),
            .optional(
                "shape",
                .anyOf(
                    .object([.required("r", .integer())]),
                    .object([.required("w", .integer()), .required("h", .integer())]))),
        ]).described("What a thing is."),
        definitions: [
            (
                "box",
                .object([
                    .required("x", .integer(0...100)),
                    .optional("inner", .array(of: .reference("box"), counts: 1...1)),
                ])
            )
        ])

    private func violation(_ text: String) throws -> JSONSchemaViolation? {
        let value = try JSONValue(parsing: Array(text.utf8))
        do throws(JSONSchemaViolation) { try Self.document.validate(value) } catch { return error }
        return nil
    }

    @Test(
        "what the schema describes is accepted",
        arguments: [
            #"{"kind":"auto"}"#,
            #"{"priority":9,"kind":"text","share":0,"rise":1e300,"id":"abcd","outputs":["a","b"],"turn":8}"#,
            #"{"kind":"text","priority":9.0,"turn":"auto","box":null,"metadata":{"x":[]},"free":[1],"flag":false}"#,
            #"{"kind":"text","shape":{"r":1}}"#,
            #"{"kind":"text","shape":{"w":1,"h":2}}"#,
            #"{"kind":"text","box":{"x":1,"inner":[{"x":2,"inner":[{"x":3}]}]},"id":""}"#,
        ])
    func accepted(text: String) throws {
        #expect(try violation(text) == nil)
    }

    static let violations: [(String, Int, String, String)] = [
        ("[]", 1, "", "the whole text must be an object, not an array"),
        ("{}", 1, "/kind", "\"kind\" is missing"),
        (
            #"{"kind":"txet"}"#, 9, "/kind",
            #""kind" must be "auto", "text" or "document", not "txet"; did you mean "text"?"#
        ),
        (#"{"kind":"zzzzz"}"#, 9, "/kind", #""kind" must be "auto", "text" or "document", not "zzzzz""#),
        (
            #"{"kind":"audio"}"#, 9, "/kind",
            #""kind" cannot be "audio" in this version, only "auto", "text" or "document""#
        ),
        (#"{"kind":1}"#, 9, "/kind", #""kind" must be a string, not the number 1"#),
        (#"{"prioritty":1}"#, 2, "/prioritty", #"unknown field "prioritty"; did you mean "priority"?"#),
        (#"{"Kind":"x"}"#, 2, "/Kind", #"unknown field "Kind"; did you mean "kind"?"#),
        (#"{"meta":{}}"#, 2, "/meta", #"unknown field "meta"; did you mean "metadata"?"#),
        (
            #"{"a/b~\n":1}"#, 2, "/a~1b~0\n",
            #"unknown field "a/b~\n"; the fields are kind, priority, share, rise, id, outputs, turn, box, metadata, free, flag, shape"#
        ),
        (#"{"box":{"y":1}}"#, 9, "/box/y", #"unknown field "box.y"; the fields of "box" are x, inner"#),
        (#"{"box":{"innner":1}}"#, 9, "/box/innner", #"unknown field "box.innner"; did you mean "inner"?"#),
        (#"{"box":{}}"#, 8, "/box/x", #""box.x" is missing"#),
        (#"{"box":[]}"#, 8, "/box", #""box" must be an object or null, not an array"#),
        (
            #"{"box":{"x":1,"inner":[{"x":101}]}}"#, 29, "/box/inner/0/x",
            #""box.inner[0].x" must be from 0 to 100, not 101"#
        ),
        (#"{"box":{"x":1,"inner":[]}}"#, 23, "/box/inner", #""box.inner" must have 1 element, not 0"#),
        (#"{"priority":12}"#, 13, "/priority", #""priority" must be from 0 to 9, not 12"#),
        (#"{"priority":1e30}"#, 13, "/priority", #""priority" must be from 0 to 9, not 1e30"#),
        (#"{"priority":2.5}"#, 13, "/priority", #""priority" must be a whole number, not 2.5"#),
        (#"{"priority":"2"}"#, 13, "/priority", #""priority" must be a whole number, not a string"#),
        (#"{"priority":null}"#, 13, "/priority", #""priority" must be a whole number, not null"#),
        (#"{"share":1.5}"#, 10, "/share", #""share" must be from 0 to 1, not 1.5"#),
        (#"{"share":true}"#, 10, "/share", #""share" must be a number, not true"#),
        (#"{"rise":-1}"#, 9, "/rise", #""rise" must be at least 0, not -1"#),
        (#"{"id":"abcde"}"#, 7, "/id", #""id" must have at most 4 characters, not 5"#),
        (#"{"id":"aB"}"#, 7, "/id", #""id" must be lower-case letters, not "aB""#),
        (#"{"id":"\u001b"}"#, 7, "/id", #""id" must be lower-case letters, not "\u001b""#),
        (#"{"outputs":["a","b","c"]}"#, 12, "/outputs", #""outputs" must have at most 2 elements, not 3"#),
        (#"{"outputs":["a","a"]}"#, 17, "/outputs/1", #""outputs[1]" repeats "a", which stands before it already"#),
        (#"{"outputs":["a",1]}"#, 17, "/outputs/1", #""outputs[1]" must be a string, not the number 1"#),
        (#"{"turn":9}"#, 9, "/turn", #""turn" must be from 1 to 8, not 9"#),
        (#"{"turn":"left"}"#, 9, "/turn", #""turn" must be "auto", not "left""#),
        (#"{"turn":[]}"#, 9, "/turn", #""turn" must be a whole number or a string, not an array"#),
        (#"{"metadata":[]}"#, 13, "/metadata", #""metadata" must be an object, not an array"#),
        (#"{"shape":{"w":1,"h":"2"}}"#, 21, "/shape/h", #""shape.h" must be a whole number, not a string"#),
        (#"{"shape":7}"#, 10, "/shape", #""shape" must be an object, not the number 7"#),
        (#"{"flag":"yes"}"#, 9, "/flag", #""flag" must be true or false, not a string"#),
    ]

    @Test("the first violation is told with its place", arguments: violations)
    func refused(text: String, column: Int, pointer: String, message: String) throws {
        let found = try #require(try violation(text))
        #expect(found.message == message)
        #expect(found.pointer == pointer)
        #expect(found.position?.line == 1)
        #expect(found.position?.column == column)
    }

    @Test("a value made in code is checked too, without a position")
    func madeInCode() {
        let error = #expect(throws: JSONSchemaViolation.self) {
            try Self.document.validate(["kind": "text", "priority": -1])
        }
        #expect(error?.position == nil)
        #expect(error?.description == #""priority" must be from 0 to 9, not -1"#)
    }

    @Test("a long unknown name is cut and costs no comparison")
    func longName() throws {
        let found = try #require(try violation("{\"\(String(repeating: "k", count: 60_000))\":1}"))
        #expect(found.message.hasPrefix("unknown field \"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…\"; the fields are "))
    }

    @Test("the printed schema says the same")
    func printed() throws {
        let document = JSONSchemaDocument(
            id: "urn:test:small:1", title: "Small",
            root: .object([
                .required("a", .string(maximumLength: 3).described("An a.")),
                .optional("b", .array(of: .integer(1...8), counts: 1...2, isUnique: true)),
                .optional("c", .oneOf(.number(0 ... .infinity), .string(oneOf: ["x"], unavailable: ["y"]))),
                .optional("d", .reference("d").orNull),
            ]).described("Small things."),
            definitions: [("d", .openObject)])
        let expected: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:test:small:1",
            "title": "Small",
            "description": "Small things.",
            "type": "object",
            "properties": [
                "a": ["description": "An a.", "type": "string", "maxLength": 3],
                "b": [
                    "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 8], "minItems": 1,
                    "maxItems": 2, "uniqueItems": true,
                ],
                "c": ["oneOf": [["type": "number", "minimum": 0], ["type": "string", "enum": ["x"]]]],
                "d": ["oneOf": [["$ref": "#/$defs/d"], ["type": "null"]]],
            ],
            "required": ["a"],
            "additionalProperties": false,
            "$defs": ["d": ["type": "object"]],
        ]
        #expect(try JSONValue(parsing: document.bytes()) == expected)
        #expect(document.bytes().last == UInt8(ascii: "\n"))
    }
}
