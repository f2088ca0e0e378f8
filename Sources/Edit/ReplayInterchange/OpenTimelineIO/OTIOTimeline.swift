package import MediaTime
import ReplayTimeline

/// An OpenTimelineIO timeline after parsing.
package struct OTIOTimeline: Sendable {
    private let timeline: OTIOItem
    /// The limit of disabled operations. Each one takes time in proportion to the number of all operations.
    private static let maxDisabled = 1000

    /// Creates a timeline.
    ///
    /// - Throws: ``InterchangeError`` if the item is not a timeline, or is of a version that Replay does not support.
    package init(_ item: OTIOItem) throws(InterchangeError) {
        guard item.schema.isA(.timeline) else {
            throw InterchangeError(.otio, reason: "it is a “\(item.schema.name)”, not a “Timeline”")
        }
        try item.schema.check()
        timeline = item
    }

    /// Returns the edit of a recording that the timeline describes.
    package func edit(of duration: MediaTime) throws(InterchangeError) -> InterchangeEdit {
        let own = timeline.metadata?.replay
        if let version = own?.version, version > OTIOMetadata.version {
            throw InterchangeError(.otio, reason: "it was written by a newer version of Replay")
        }
        if let length = own?.duration, length != duration {
            throw InterchangeError(
                .otio,
                reason: "it is the edit of a recording that lasts \(length.timecode()), "
                    + "but this one lasts \(duration.timecode())")
        }
        guard own?.operations?.count(where: { !$0.enabled }) ?? 0 <= Self.maxDisabled else {
            throw InterchangeError(.otio, reason: "it has more than \(Self.maxDisabled) operations that are turned off")
        }
        var reader = OTIOTrackReader(duration: duration)
        let clips = try clips(&reader)
        var edit = InterchangeEdit(clips: clips, operations: own?.operations?.map(\.numbered))
        let left = reader.effectCount
        edit.loss =
            left == 0
            ? nil
            : left == 1
                ? "1 effect is left out because Replay does not support it"
                : "\(left) effects are left out because Replay does not support them"
        return edit
    }

    private func clips(_ reader: inout OTIOTrackReader) throws(InterchangeError) -> [InterchangeClip] {
        guard let stack = timeline.tracks.first, stack.schema.isA(.stack) else {
            throw InterchangeError(.otio, reason: "it has no tracks")
        }
        try stack.schema.check()
        var first: (name: String, clips: [InterchangeClip])?
        for (index, track) in (stack.children ?? []).enumerated() where track.enabled != false {
            let name =
                track.name.flatMap { $0.isEmpty ? nil : String($0.prefix(OTIOTrackReader.maxName)) } ?? "\(index + 1)"
            let clips = try reader.clips(of: track, name)
            if clips.isEmpty { continue }
            if let first, first.clips != clips {
                throw InterchangeError(
                    .otio,
                    reason:
                        "the tracks “\(first.name)” and “\(name)” have different clips; Replay cuts all tracks alike")
            }
            first = first ?? (name, clips)
            try reader.check(stack.sourceRange, subject: "its tracks are")
        }
        guard let first else { throw InterchangeError(.otio, reason: "it has no clips") }
        return first.clips
    }
}

extension OTIOMetadata.Operation {
    fileprivate var numbered: NumberedOperation {
        NumberedOperation(number: number, operation: operation, isEnabled: enabled)
    }
}
