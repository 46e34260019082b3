import Foundation
import TestSupport
import Testing

/// Producers that do at random what producers do: exactly one correct outcome for each file, by its final bytes, and
/// none for what was taken back before a claim.
///
/// A failure names its seed; `OCRSPOOL_PRODUCER_SEED` has the producers choose the same again. What the workers make
/// of it is a matter of time as well, so it may take more than one run to fail again.
@Suite("Random producers")
struct RandomProducerTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// Of producing, in the long form.
    static let soakSeconds = environment["OCRSPOOL_SOAK_SECONDS"].flatMap { Int($0) }
    private static let givenSeed = environment["OCRSPOOL_PRODUCER_SEED"].flatMap { UInt64($0) }

    @Test("five seconds", .enabled(if: soakSeconds == nil), arguments: ProducerRun.Variant.allCases)
    func short(_ variant: ProducerRun.Variant) async throws {
        let seed = Self.givenSeed ?? 4711
        let verdict = try await ProducerRun(variant: variant, seed: seed, duration: .seconds(5)).perform()
        // A run in which nothing happens shows nothing.
        #expect(!verdict.contains(" 0 results"))
        print(verdict)
    }

    @Test("as long as told, with a new seed each time", .enabled(if: soakSeconds != nil))
    func soak() async throws {
        let seconds = Self.soakSeconds ?? 0
        let seed = Self.givenSeed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        var verdicts: [String] = []
        for variant in ProducerRun.Variant.allCases {
            let share = Duration.seconds(seconds) / ProducerRun.Variant.allCases.count
            verdicts.append(try await ProducerRun(variant: variant, seed: seed, duration: share).perform())
        }
        print("soak: " + verdicts.joined(separator: "; "))
    }
}
