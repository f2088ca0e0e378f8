import Foundation

/// A small, repeatable random generator. Its seed is printed, and REPLAY_SEED sets it.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator that gives the same numbers for the same seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns a generator for one test, and prints its seed.
    public static func seeded(function: String = #function) -> SplitMix64 {
        let given = ProcessInfo.processInfo.environment["REPLAY_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...UInt64.max)
        print("\(function): REPLAY_SEED=\(seed)")
        return SplitMix64(seed: seed)
    }

    /// Returns the next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
