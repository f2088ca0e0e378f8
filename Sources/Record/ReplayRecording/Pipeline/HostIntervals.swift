package import MediaTime

/// Consecutive intervals of host time. The last one may still be open. A pure value.
///
/// Queries never concern a distant past, because audio arrives only some milliseconds late. Only the latest intervals
/// are therefore kept. For the earlier ones, only their total length is.
package struct HostIntervals: Sendable {
    /// A part of a time range that lies entirely inside or outside of the intervals.
    package struct Piece: Equatable, Sendable {
        package var range: Range<HostTime>
        package var isInside: Bool

        package init(range: Range<HostTime>, isInside: Bool) {
            self.range = range
            self.isInside = isInside
        }
    }

    private static let keptCount = 64

    private var past: [Range<HostTime>] = []
    private var lengthOfForgotten = Duration.zero
    /// The start of the open interval, or nil if none is open.
    package private(set) var openSince: HostTime?

    package init() {}

    /// Begins an interval, unless one is open.
    package mutating func open(at time: HostTime) {
        guard openSince == nil else { return }
        openSince = max(time, past.last?.upperBound ?? time)
    }

    /// Ends the open interval, if any.
    package mutating func close(at time: HostTime) {
        guard let start = openSince else { return }
        openSince = nil
        if time > start { past.append(start..<time) }
        guard past.count > Self.keptCount else { return }
        let oldest = past.removeFirst()
        lengthOfForgotten += oldest.upperBound - oldest.lowerBound
    }

    package func contains(_ time: HostTime) -> Bool {
        if let openSince, time >= openSince { return true }
        return past.contains { $0.contains(time) }
    }

    /// Returns the total length of the intervals before `time`.
    package func length(before time: HostTime) -> Duration {
        let closed = past.lazy.map { max(.zero, min($0.upperBound, time) - $0.lowerBound) }.reduce(.zero, +)
        return lengthOfForgotten + closed + (openSince.map { max(.zero, time - $0) } ?? .zero)
    }

    /// Splits `range` at the starts and ends of the intervals.
    package func pieces(of range: Range<HostTime>) -> [Piece] {
        let edges = (past.flatMap { [$0.lowerBound, $0.upperBound] } + [openSince].compactMap(\.self))
            .filter { range.lowerBound < $0 && $0 < range.upperBound }
        let bounds = [range.lowerBound] + edges + [range.upperBound]
        return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }
            .map { Piece(range: $0..<$1, isInside: contains($0)) }
    }
}
