import MediaTime
import ReplayLibrary
import ReplayMovie

extension ExportPlan {
    /// Two seconds, and what a timer or the frame before may be late. Encoded frames keep to it anyhow.
    private static let maxGOPDuration = MediaTime(value: 2100, timescale: 1000)

    /// Whether what is copied has a keyframe as often as HLS wants one.
    /// - Parameter timescale: of the groups.
    func keepsKeyframesClose(_ gops: GOPIndex, _ timescale: Int32) -> Bool {
        frames.allSatisfy { span in
            guard case .copy(let samples) = span.action else { return true }
            let first = gops.gops.partitioningIndex { $0.samples.lowerBound >= samples.lowerBound }
            let starts = gops.gops[first...].prefix { $0.samples.lowerBound < samples.upperBound }
                .map { max(MediaTime(value: $0.start, timescale: timescale), span.source.start) }
            return zip(starts, starts.dropFirst() + [span.source.end]).allSatisfy { $1 - $0 <= Self.maxGOPDuration }
        }
    }
}
