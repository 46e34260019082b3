import Testing

@testable import LinuxSupport

@Suite("Timestamp")
struct TimestampTests {
    // By `date -u -d`, and by hand at the ends.
    static let instants: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (1_796_063_181_007, "2026-11-30T18:26:21.007Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_799_999, "2000-02-29T23:59:59.999Z"),
        (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_735_603_200_000, "2024-12-31T00:00:00.000Z"),
        (1_735_689_600_000, "2025-01-01T00:00:00.000Z"),
        (2_147_483_647_000, "2038-01-19T03:14:07.000Z"),
        (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ]

    @Test("an instant is written in UTC with milliseconds, and read back", arguments: instants)
    func bothWays(milliseconds: Int64, text: String) {
        #expect(Timestamp(unixMilliseconds: milliseconds).description == text)
        #expect(Timestamp(text)?.unixMilliseconds == milliseconds)
    }

    @Test("an instant beyond four-digit years is cut to them", arguments: [Int64.min, Int64.max])
    func beyond(milliseconds: Int64) {
        let expected = milliseconds < 0 ? "0001-01-01T00:00:00.000Z" : "9999-12-31T23:59:59.999Z"
        #expect(Timestamp(unixMilliseconds: milliseconds).description == expected)
    }

    @Test(
        "what is no such text, or no such day, is refused",
        arguments: [
            "", "2026-11-30", "2026-11-30T18:26:21Z", "2026-11-30T18:26:21.007", "2026-11-30T18:26:21.007+00:00",
            "2026-11-30t18:26:21.007z", "2026-13-30T18:26:21.007Z", "2026-00-30T18:26:21.007Z",
            "2026-11-31T18:26:21.007Z", "2026-02-29T18:26:21.007Z", "1900-02-29T18:26:21.007Z",
            "2026-11-00T18:26:21.007Z", "2026-11-30T24:00:00.000Z", "2026-11-30T23:60:00.000Z",
            "2026-11-30T23:59:60.000Z", "0000-01-01T00:00:00.000Z", "2026-11-30T18:26:21.00７Z",
            "2026-11-30T18:26:21.0071Z", "-026-11-30T18:26:21.007Z",
        ])
    func refused(text: String) {
        #expect(Timestamp(text) == nil)
    }
}
