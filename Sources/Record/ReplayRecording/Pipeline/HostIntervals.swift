package import MediaTime

/// Stretches of the host's time that follow one another; the last may still go on. A pure value.
///
/// What is asked about is never long past (audio comes some milliseconds late), so only the latest stretches are
/// kept; of those before only their length is.
package struct HostIntervals: Sendable {
    /// A piece of a stretch of time that lies wholly inside or outside of the intervals.
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
    /// When the present one began; nil: there is none.
    package private(set) var openSince: HostTime?

    package init() {}

    /// Begins an interval, if none goes on.
    package mutating func open(at time: HostTime) {
        guard openSince == nil else { return }
        openSince = max(time, past.last?.upperBound ?? time)
    }

    /// Ends the one that goes on, if any.
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

    /// How much of the time before `time` lies inside.
    package func length(before time: HostTime) -> Duration {
        let closed = past.lazy.map { max(.zero, min($0.upperBound, time) - $0.lowerBound) }.reduce(.zero, +)
        return lengthOfForgotten + closed + (openSince.map { max(.zero, time - $0) } ?? .zero)
    }

    /// Cuts `range` where an interval begins or ends.
    package func pieces(of range: Range<HostTime>) -> [Piece] {
        let edges = (past.flatMap { [$0.lowerBound, $0.upperBound] } + [openSince].compactMap(\.self))
            .filter { range.lowerBound < $0 && $0 < range.upperBound }
        let bounds = [range.lowerBound] + edges + [range.upperBound]
        return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }
            .map { Piece(range: $0..<$1, isInside: contains($0)) }
    }
}
