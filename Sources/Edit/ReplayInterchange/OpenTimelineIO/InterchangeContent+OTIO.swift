import FoundationEssentials
import MediaTime
import ReplayTimeline

extension InterchangeContent {
    /// The edit as a timeline: a stack of a video track and an audio track for each of the recording's, with the same clips.
    ///
    /// Times count the recording's ticks. The range of a clip with a time warp begins in the recording's time, and is as
    /// long as the clip in the edit: so OpenTimelineIO adds lengths up.
    package func openTimelineIO() throws(InterchangeError) -> String {
        let encoder = JSONEncoder()
        // What is long is for programs alone, and is to be no longer than can be read.
        let isLong = edit.clips.count > 1000
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !isLong { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return String(decoding: try encoder.encode(timeline), as: UTF8.self) + "\n"
        } catch {
            throw InterchangeError(.otio, "the edit cannot be written as JSON")
        }
    }

    private var timeline: OTIOItem {
        var timeline = OTIOItem(.timeline, name: name)
        var stack = OTIOItem(.stack, name: "tracks")
        stack.children = [track("Video", 1)] + (0..<media.audioTrackCount).map { track("Audio", $0 + 1) }
        stack.markers = markers
        timeline.tracks = [stack]
        var metadata = OTIOMetadata.Replay(version: OTIOMetadata.version, duration: edit.duration)
        metadata.decisions = decisions.map {
            OTIOMetadata.Decision(number: $0.number, enabled: $0.isEnabled, operation: $0.operation)
        }
        timeline.metadata = OTIOMetadata(replay: metadata)
        return timeline
    }

    private func track(_ kind: String, _ number: Int) -> OTIOItem {
        var track = OTIOItem(.track, name: "\(kind) \(number)")
        track.kind = kind
        track.children = edit.clips.map(clip)
        return track
    }

    private func clip(_ clip: Clip) -> OTIOItem {
        var item = OTIOItem(.clip, name: name)
        item.sourceRange = OTIOTimeRange(start: clip.source.start, duration: clip.duration)
        item.references = ["DEFAULT_MEDIA": OTIOReference(media, duration: edit.duration)]
        item.activeReference = "DEFAULT_MEDIA"
        item.effects = []
        guard !clip.isAsRecorded else { return item }
        item.effects = [OTIOEffect(timeWarp: clip.speed)]
        item.metadata = OTIOMetadata(replay: .init(source: clip.source, speed: clip.speed.description))
        return item
    }

    /// The marks that are kept, where they stand in the edit.
    private var markers: [OTIOMarker] {
        let map = EditMap(edit)
        return marks.compactMap { mark in
            map.editedTime(at: mark.time).map { OTIOMarker(mark.name ?? "", at: $0) }
        }
    }
}
