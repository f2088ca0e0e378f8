import FFmpeg
import MediaTime

/// The places of a movie's tracks in its recording, and what an edit list hides of them.
struct ImportTimeline {
    /// The times that become 0, in ticks of the stream, by the stream's index.
    private(set) var origins: [Int: Int64] = [:]
    /// The ranges of audio that are shown, in ticks of the stream, by its index; nil: all.
    private var shown: [Int: [Range<Int64>]] = [:]
    /// The packets of the video that are shown or are needed to decode others, counted in the file's order; nil: all.
    private var needed: [Range<Int>]?
    /// The ranges of the recording's time that the movie hides, between parts that it shows.
    private(set) var hidden: [TimeRange] = []
    /// The end of the last part that the movie shows, if it hides what follows.
    private(set) var end: MediaTime?
    /// The time at which the earliest track begins, in the movie's time.
    private var base = MediaTime.zero

    /// The timeline of a movie whose demuxer has done what an edit list says, or that has none.
    init(_ streams: [StreamInfo], of source: Demuxer) {
        func start(_ stream: StreamInfo) -> MediaTime? {
            stream.startTime.flatMap { MediaTime(ticks: $0, in: stream.timeBase) }
        }
        let earliest = streams.compactMap(start).min() ?? .zero
        // What lies before time 0 is what an encoder put before the audio: nobody is meant to hear it. But a clock that
        // wraps may begin below 0, and then frames do too.
        let video = streams.first { $0.kind == .video }.flatMap(start) ?? .zero
        base = !source.isMP4 && video < .zero ? earliest : max(earliest, .zero)
        for stream in streams { origins[stream.index] = base.ticks(in: stream.timeBase, rounding: .nearest) ?? 0 }
    }

    /// The timeline of a movie of whose demuxer the packets come by the clock of the media.
    /// - Parameter lists: the edit list of each stream; nil: it is shown from its beginning to its end.
    /// - Returns: nil if the lists do more than to hide parts, alike in all tracks.
    init?(_ streams: [StreamInfo], lists: [EditList?], survey: VideoSurvey) {
        guard let video = streams.first, let list = lists[video.index], Self.isSimple(list, streams, lists) else {
            return nil
        }
        let starts = streams.compactMap { stream in
            lists[stream.index].flatMap { MediaTime(ticks: $0.pieces[0].start, in: stream.timeBase) } ?? .zero
        }
        base = starts.min() ?? .zero
        for stream in streams {
            guard let base = base.ticks(in: stream.timeBase, rounding: .nearest) else { return nil }
            let piece = lists[stream.index]?.pieces[0]
            origins[stream.index] = (piece?.media.lowerBound ?? 0) - (piece?.start ?? 0) + base
            if stream.kind == .audio { shown[stream.index] = lists[stream.index]?.pieces.map(\.media) }
        }
        needed = survey.needed(for: list.pieces.map(\.media))
        hide(list, video, survey)
    }

    private mutating func hide(_ list: EditList, _ video: StreamInfo, _ survey: VideoSurvey) {
        let origin = origins[video.index] ?? 0
        func time(_ ticks: Int64) -> MediaTime? { MediaTime(ticks: ticks - origin, in: video.timeBase) }
        hidden = zip(list.pieces, list.pieces.dropFirst()).compactMap { piece, next in
            guard let start = time(piece.media.upperBound), let end = time(next.media.lowerBound) else { return nil }
            return TimeRange(validatingStart: start, end: end)
        }.filter { !$0.isEmpty }
        guard let last = list.pieces.last?.media.upperBound, survey.hasFrames(from: last) else { return }
        end = time(last)
    }

    /// A Boolean value that indicates whether what is shown of all tracks are the same parts, in the media's order.
    private static func isSimple(_ video: EditList, _ streams: [StreamInfo], _ lists: [EditList?]) -> Bool {
        guard video.isAscending, !video.hasOtherRate else { return false }
        return streams.dropFirst().allSatisfy { stream in
            guard let list = lists[stream.index] else { return video.pieces.count == 1 }
            guard list.isAscending, !list.hasOtherRate, list.pieces.count == video.pieces.count else { return false }
            return zip(list.pieces, video.pieces).allSatisfy { mine, theirs in
                let one = distance(mine, list), other = distance(theirs, video)
                guard let one, let other, let late = one.subtracting(other) else { return false }
                return late <= tolerance && tolerance.adding(late) ?? .zero >= .zero
            }
        }
    }

    private static let tolerance = MediaTime.milliseconds(2)

    /// From the beginning of a list's first piece to that of another one, by the media's clock.
    private static func distance(_ piece: EditList.Piece, _ list: EditList) -> MediaTime? {
        MediaTime(validating: piece.media.lowerBound - list.firstShown, timescale: Int64(list.timescale))
    }

    /// A Boolean value that indicates whether a packet comes into the recording.
    /// - Parameter number: the packets of its stream before it.
    func keeps(_ packet: Packet, number: Int, of stream: StreamInfo) -> Bool {
        if stream.kind == .video { return needed.map { $0.contains { $0.contains(number) } } ?? true }
        guard let ranges = shown[stream.index], let time = packet.pts ?? packet.dts else { return true }
        // Before a part that is shown decoders need a packet or two more.
        let lead = max(packet.duration, 1) * 3
        return ranges.contains { time + max(packet.duration, 1) > $0.lowerBound - lead && time < $0.upperBound }
    }

    /// The recording's time of an instant of the movie as it is shown.
    func recordingTime(of time: MediaTime) -> MediaTime? {
        guard var shown = time.subtracting(base) else { return nil }
        for range in hidden where shown >= range.start {
            guard let later = shown.adding(range.end - range.start) else { return nil }
            shown = later
        }
        return shown
    }
}
