import ReplayTimeline

/// A feature of edits that a format may not support.
enum InterchangeFeature: Hashable, Sendable {
    /// The kept ranges.
    case cuts
    /// Speeds other than normal.
    case speeds
    /// Effects on frames and audio, except crops and rotations.
    case effects
    case crop
    case rotation
    case marks
    /// More than one audio track.
    case audioTracks
    /// Times that are not on frame boundaries.
    case exactTimes
}

extension InterchangeFormat {
    /// The features that the format supports.
    var features: Set<InterchangeFeature> {
        switch self {
        case .otio: [.cuts, .speeds, .effects, .crop, .rotation, .marks, .audioTracks, .exactTimes]
        case .llc: [.cuts, .marks, .audioTracks, .exactTimes]
        case .edl: [.cuts, .speeds, .audioTracks]
        case .mlt: [.cuts, .speeds, .audioTracks]
        case .fcpxml: [.cuts, .speeds, .marks, .audioTracks]
        // Chapters accompany an export, which already contains the result of all other operations.
        case .vtt, .ffmetadata: [.cuts, .speeds, .effects, .crop, .rotation, .marks, .audioTracks, .exactTimes]
        }
    }
}

extension EditOperation {
    var feature: InterchangeFeature {
        switch self {
        case .trim, .cut, .keep: .cuts
        case .speed: .speeds
        case .video, .title, .annotation, .zoom, .camera, .pointer, .audio, .style, .pointerLook, .keys, .captions:
            .effects
        case .crop: .crop
        case .rotate: .rotation
        case .mark: .marks
        }
    }
}

extension InterchangeContent {
    /// Returns a sentence about the parts of the edit that the format leaves out, or nil if there are none.
    package func loss(in format: InterchangeFormat, _ grid: FrameGrid) -> String? {
        var left: [String] = []
        func note(_ feature: InterchangeFeature, count: Int, one: String, many: String) {
            guard count > 0, !format.features.contains(feature) else { return }
            left.append(count == 1 ? one : "\(count) \(many)")
        }
        let operations = self.operations.filter(\.isEnabled).map(\.operation)
        func count(_ feature: InterchangeFeature) -> Int { operations.count { $0.feature == feature } }
        note(.speeds, count: count(.speeds), one: "1 speed", many: "speeds")
        note(.effects, count: count(.effects), one: "1 effect", many: "effects")
        note(.crop, count: min(1, count(.crop)), one: "the crop", many: "")
        note(.rotation, count: min(1, count(.rotation)), one: "the rotation", many: "")
        note(.marks, count: marks.count, one: "1 mark", many: "marks")
        note(.audioTracks, count: media.audioTrackCount - 1, one: "1 audio track", many: "audio tracks")
        let moved = format.features.contains(.exactTimes) ? 0 : grid.movedCount
        let parts = [
            left.isEmpty ? nil : "leaves out " + left.listed,
            moved == 0
                ? nil
                : "moves \(moved == 1 ? "1 clip" : "\(moved) clips") to whole frames of \(grid.rate) per second",
        ]
        let said = parts.compactMap(\.self)
        return said.isEmpty ? nil : "\(format.name) \(said.joined(separator: ", and "))"
    }
}

extension [String] {
    /// The strings as `a, b and c`.
    fileprivate var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
