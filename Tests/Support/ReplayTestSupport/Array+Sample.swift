import Foundation

extension Array {
    /// Returns random elements in their order, for a run of many similar cases. Returns all elements if `REPLAY_TORTURE`
    /// is set. `REPLAY_SEED` repeats a run.
    public func sample(_ count: Int, function: String = #function) -> [Element] {
        guard ProcessInfo.processInfo.environment["REPLAY_TORTURE"] == nil else { return self }
        var generator = SplitMix64.seeded(function: function)
        return indices.shuffled(using: &generator).prefix(count).sorted().map { self[$0] }
    }
}
