import LinuxSupport
import Testing

@testable import Spool

@Suite("IgnoreRules")
struct IgnoreRulesTests {
    @Test(
        "hold for temporary, hidden and service names",
        arguments: [
            (".hidden", IgnoreRule.hidden), (".ocrspool.json.part", .hidden), (".@__thumb", .hidden),
            ("@eaDir", .serviceFolder),
            ("a.tmp", .temporaryName), ("a.PART", .temporaryName), ("a.partial", .temporaryName),
            ("a.filepart", .temporaryName), ("a.crdownload", .temporaryName), ("a.png~", .temporaryName),
            ("~$a.doc", .temporaryName), ("Thumbs.db", .desktopFile), ("desktop.ini", .desktopFile),
        ])
    func ignored(name: String, rule: IgnoreRule) {
        #expect(IgnoreRule.rule(for: FileName(stringLiteral: name)) == rule)
    }

    @Test(
        "hold for no other name",
        arguments: ["a.png", "tmp", "a.tmp.png", "~a", "$a", "part", "a.json", "thumbs.dbx", ".ocrspool.json"])
    func taken(name: String) {
        #expect(IgnoreRule.rule(for: FileName(stringLiteral: name)) == nil)
    }

    @Test("hold for all below an ignored folder, and below eight folders")
    func paths() {
        let rules = IgnoreRules.builtIn
        #expect(rules.rule(for: "a/.b/c.png") == .hidden)
        #expect(rules.rule(for: "1/2/3/4/5/6/7/8/c.png") == nil)
        #expect(rules.rule(for: "1/2/3/4/5/6/7/8/9/c.png") == .tooDeep)
        #expect(rules.match("1/2/3/4/5/6/7/8/9/10/c.png")?.path == "1/2/3/4/5/6/7/8/9")
        #expect(rules.match("a/.b/c.tmp")?.path == "a/.b")
    }

    @Test(
        "of the configuration match each name of a path, or with a slash the path from its beginning",
        arguments: [
            ("*.bak", "a.bak", true), ("*.bak", "a/b.BAK", true), ("*.bak", "a.bak/b.png", true),
            ("*.bak", "a.bak.png", false), ("scan-??.png", "scan-01.png", true), ("scan-??.png", "scan-1.png", false),
            ("[ab]*", "A.png", true), ("[!ab]*", "a.png", false), ("?.png", "\u{FC}.png", false),
            ("??.png", "\u{FC}.png", true), ("old/*", "old/a.png", true), ("old/*", "old/a/b.png", true),
            ("old/*", "new/old/a.png", false), ("old/*.png", "old/a/b.png", false), ("*/old", "new/old/a.png", true),
            ("/a.png", "a.png", true), ("/a.png", "b/a.png", false), ("a\\*", "a*", true), ("a\\*", "ab", false),
            ("*", "a/b.png", true), ("-*", "-a.png", true), ("*.png", "a.png\n", false),
        ])
    func globs(glob: String, path: String, isIgnored: Bool) throws {
        let rule = IgnoreRules(globs: ["nothing", glob]).rule(for: try #require(RelativePath(Array(path.utf8))))
        #expect(rule == (isIgnored ? .pattern(Glob(glob)) : nil))
    }

    @Test("of the configuration match names that are not UTF-8, and never a folder's defaults")
    func bytes() throws {
        let rules = IgnoreRules(globs: ["*.bak", ".*"])
        #expect(rules.rule(for: try #require(RelativePath([0xFF] + Array(".bak".utf8)))) == .pattern(Glob("*.bak")))
        #expect(rules.rule(for: "a/.ocrspool.json") == nil)
    }

    @Test("name the glob to users, with its control characters escaped")
    func description() {
        #expect(IgnoreRule.pattern(Glob("*.xyz")).description == "matches the ignore pattern \"*.xyz\"")
        #expect(IgnoreRule.pattern(Glob("a\u{1B}")).description == "matches the ignore pattern \"a\\u{1b}\"")
    }
}
