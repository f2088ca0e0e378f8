import Foundation
import MediaTime
import ReplayTestSupport

/// Cuts that are difficult for the code that joins frames.
enum HardCuts: String {
    /// A single cut, from 1 s to 1.5 s, after which the GOP of a one-GOP movie always continues.
    case once
    /// The beginning, the end and most of the middle: what remains of a GOP has neither its beginning nor its end.
    case ends
    /// Twenty cuts within one GOP. The rest of the movie follows, or nothing.
    case within
    /// Cuts on keyframes, one tick beside them, and anywhere, a few frames apart.
    case anywhere

    /// The kinds of cuts that differ each time.
    static let random: [HardCuts] = [.within, .anywhere]

    /// Returns the cuts to try with a movie in this run: a random one, or all if `REPLAY_TORTURE` is set.
    static func tried(of name: String) -> [HardCuts] {
        guard ProcessInfo.processInfo.environment["REPLAY_TORTURE"] == nil else { return random }
        var generator = SplitMix64.seeded(function: "cuts of \(name)")
        return Array(random.shuffled(using: &generator).prefix(1))
    }

    /// Returns the removed ranges, in ascending order.
    func ranges(
        keyframes: [MediaTime], duration: MediaTime, _ generator: inout SplitMix64
    ) -> [TimeRange] {
        let scale: Int32 = 90_000
        let total = duration.converted(to: scale, rounding: .down).value
        let keys = keyframes.map { $0.converted(to: scale, rounding: .nearest).value }
        var edges: [Int64] = []
        switch self {
        case .once: edges = [90_000, 135_000]
        case .ends: edges = [0, 45_000, 279_000, total - 1]
        case .within:
            // Removed and kept in turn, 12 to 36 ms each: shorter than a frame.
            var edge = (keys.dropFirst().first ?? 0) + 900
            for _ in 0..<40 {
                edges.append(edge)
                edge += Int64.random(in: 1080...3240, using: &generator)
            }
        case .anywhere:
            edges = keys.filter { _ in Bool.random(using: &generator) }.map {
                $0 + Int64.random(in: -1...1, using: &generator)
            }
            // Some edges are a few frames apart. Of the kept part of such a GOP, few frames are shown in decoding
            // order.
            edges += (0..<6).flatMap { _ in
                let edge = Int64.random(in: 0...total, using: &generator)
                return [edge, edge + Int64.random(in: 3000...40_000, using: &generator)]
            }
            if Bool.random(using: &generator) { edges.append(0) }
            // A cut that begins a tick after a keyframe, and one that ends a tick before the next.
            edges += keys.dropFirst().prefix(2).enumerated().map { $1 + ($0 == 0 ? 1 : -1) }
        }
        let sorted = Set(edges.filter { $0 >= 0 && $0 < total }).sorted()
        var ranges = stride(from: 0, to: sorted.count - 1, by: 2).map {
            TimeRange(
                start: MediaTime(value: sorted[$0], timescale: scale),
                end: MediaTime(value: sorted[$0 + 1], timescale: scale))
        }
        let reachesEnd = self == .ends || (self == .within && Bool.random(using: &generator))
        if reachesEnd, let last = ranges.popLast() {
            ranges.append(TimeRange(start: last.start, end: duration))
        }
        return ranges
    }
}
