import ReplayBroadcast

/// The status of a broadcast in one line.
struct BroadcastLine {
    let text: String

    init(_ status: BroadcastStatus) {
        var parts = ["\(status.target): \(Self.state(status))"]
        if let viewers = status.viewers { parts.append(viewers == 1 ? "1 viewer" : "\(viewers) viewers") }
        if status.bytes > 0, status.comments == nil { parts.append("\(ByteCount(status.bytes)) sent") }
        if let rate = status.encodingRate { parts.append("encoded at \(Double(rate / 100_000) / 10) Mbit/s") }
        if status.state == .live, status.delay >= 1 { parts.append("\(Int(status.delay)) s behind") }
        if status.droppedFrames > 0 {
            parts.append(status.droppedFrames == 1 ? "1 frame left out" : "\(status.droppedFrames) frames left out")
        }
        if let problem = status.setupProblem { parts.append(problem) }
        if let address = status.publicURL { parts.append(address) }
        if let comments = status.comments { parts += Self.parts(of: comments) }
        text = parts.joined(separator: "  ")
    }

    private static func parts(of comments: CommentSummary) -> [String] {
        var parts = [comments.source, comments.kept == 1 ? "1 comment" : "\(comments.kept) comments"]
        if comments.refused > 0 { parts.append("\(comments.refused) refused") }
        if comments.dropped > 0 { parts.append("\(comments.dropped) dropped") }
        return parts + [comments.latest?.line].compactMap(\.self)
    }

    private static func state(_ status: BroadcastStatus) -> String {
        let reason = status.problem.map { ": \($0)" } ?? ""
        switch status.state {
        case .connecting: return "connecting"
        case .live: return "live"
        case .paused: return "paused"
        case .stalled: return "stalled: it takes no data"
        case .waiting: return "waiting \(Int((status.nextAttempt ?? 0).rounded(.up))) s to try again\(reason)"
        case .ending: return "ending"
        case .refused: return "refused\(reason)"
        case .ended: return "ended\(reason)"
        }
    }
}
