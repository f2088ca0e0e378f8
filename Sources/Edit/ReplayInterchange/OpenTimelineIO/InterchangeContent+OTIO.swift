import FoundationEssentials
import MediaTime
import ReplayTimeline

extension InterchangeContent {
    /// Returns the edit as a timeline: a stack with a video track, and an audio track for each one of the recording.
    /// All tracks have the same clips.
    ///
    /// Times are in ticks of the recording. The range of a clip with a time warp starts at the clip's source start.
    /// The range's duration is the edited duration, because OpenTimelineIO adds up these durations.
    package func openTimelineIO() throws(InterchangeError) -> String {
        let encoder = JSONEncoder()
        // Only programs read a long file, so it is written compactly to stay below the size limit for reading.
        let isLong = edit.clips.count > 1000
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !isLong { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return String(decoding: try encoder.encode(timeline), as: UTF8.self) + "\n"
        } catch {
            throw InterchangeError(.otio, reason: "the edit cannot be written as JSON")
        }
    }

    private var timeline: OTIOItem {
        var timeline = OTIOItem(.timeline, name: name)
        var stack = OTIOItem(.stack, name: "tracks")
        stack.children =
            [track("Video", number: 1)] + (0..<media.audioTrackCount).map { track("Audio", number: $0 + 1) }
        stack.markers = markers
        timeline.tracks = [stack]
        var metadata = OTIOMetadata.Replay(version: OTIOMetadata.version, duration: edit.duration)
        metadata.operations = operations.map {
            OTIOMetadata.Operation(number: $0.number, enabled: $0.isEnabled, operation: $0.operation)
        }
        timeline.metadata = OTIOMetadata(replay: metadata)
        return timeline
    }

    private func track(_ kind: String, number: Int) -> OTIOItem {
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

    /// The marks at kept instants, in edited time.
    private var markers: [OTIOMarker] {
        let map = EditMap(edit)
        return marks.compactMap { mark in
            map.editedTime(at: mark.time).map { OTIOMarker(mark.name ?? "", at: $0) }
        }
    }
}
