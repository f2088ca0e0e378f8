import FFmpeg
import MediaTime

/// The offsets of a movie's tracks in its recording, and the parts that an edit list hides.
struct ImportTimeline {
    /// The times that become 0, in ticks of the stream, by the stream's index.
    private(set) var origins: [Int: Int64] = [:]
    /// The ranges of audio that are played, in ticks of the stream, by its index. Nil if the whole stream is played.
    private var shown: [Int: [Range<Int64>]] = [:]
    /// The packets of the video that are shown or are needed to decode others, counted in the file's order. Nil if all
    /// are.
    private var needed: [Range<Int>]?
    /// The ranges of the recording's time that the movie hides between the parts that it shows.
    private(set) var hidden: [TimeRange] = []
    /// The end of the last part that the movie shows, if it hides the rest.
    private(set) var end: MediaTime?
    /// The time at which the earliest track begins, on the movie's clock.
    private var base = MediaTime.zero

    /// Creates the timeline of a movie without an edit list, or whose demuxer has applied the edit list.
    init(_ streams: [StreamInfo], of source: Demuxer) {
        func start(_ stream: StreamInfo) -> MediaTime? {
            stream.startTime.flatMap { MediaTime(ticks: $0, in: stream.timeBase) }
        }
        let earliest = streams.compactMap(start).min() ?? .zero
        // Audio before time 0 is encoder priming, which should not be heard. A clock that wraps around may also begin
        // below 0, and then there are also frames below 0.
        let video = streams.first { $0.kind == .video }.flatMap(start) ?? .zero
        base = !source.isMP4 && video < .zero ? earliest : max(earliest, .zero)
        for stream in streams { origins[stream.index] = base.ticks(in: stream.timeBase, rounding: .nearest) ?? 0 }
    }

    /// Creates the timeline of a movie whose demuxer ignores edit lists, so that packets have the media's times.
    /// - Parameter lists: The edit list of each stream, or nil if the whole stream is shown.
    /// - Returns: Nil if the lists do more than hide the same parts of all tracks.
    init?(_ streams: [StreamInfo], lists: [EditList?], survey: VideoSurvey) {
        guard let video = streams.first, let list = lists[video.index],
            Self.isSimple(list, streams: streams, lists: lists)
        else {
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
        hide(list, video: video, survey: survey)
    }

    private mutating func hide(_ list: EditList, video: StreamInfo, survey: VideoSurvey) {
        let origin = origins[video.index] ?? 0
        func time(_ ticks: Int64) -> MediaTime? { MediaTime(ticks: ticks - origin, in: video.timeBase) }
        hidden = zip(list.pieces, list.pieces.dropFirst()).compactMap { piece, next in
            guard let start = time(piece.media.upperBound), let end = time(next.media.lowerBound) else { return nil }
            return TimeRange(validatingStart: start, end: end)
        }.filter { !$0.isEmpty }
        guard let last = list.pieces.last?.media.upperBound, survey.hasFrames(from: last) else { return }
        end = time(last)
    }

    /// Returns true if the same parts are shown of all tracks, in the order of the media.
    private static func isSimple(_ video: EditList, streams: [StreamInfo], lists: [EditList?]) -> Bool {
        guard video.isAscending, !video.hasOtherRate else { return false }
        return streams.dropFirst().allSatisfy { stream in
            guard let list = lists[stream.index] else { return video.pieces.count == 1 }
            guard list.isAscending, !list.hasOtherRate, list.pieces.count == video.pieces.count else { return false }
            return zip(list.pieces, video.pieces).allSatisfy { mine, theirs in
                let one = distance(to: mine, in: list), other = distance(to: theirs, in: video)
                guard let one, let other, let late = one.subtracting(other) else { return false }
                return late <= tolerance && tolerance.adding(late) ?? .zero >= .zero
            }
        }
    }

    private static let tolerance = MediaTime.milliseconds(2)

    /// Returns the duration from the start of a list's first piece to the start of another piece, on the media's clock.
    private static func distance(to piece: EditList.Piece, in list: EditList) -> MediaTime? {
        MediaTime(validating: piece.media.lowerBound - list.firstShown, timescale: Int64(list.timescale))
    }

    /// Returns true if a packet is part of the recording.
    /// - Parameter number: The number of packets of its stream before it.
    func keeps(_ packet: Packet, number: Int, of stream: StreamInfo) -> Bool {
        if stream.kind == .video { return needed.map { $0.contains { $0.contains(number) } } ?? true }
        guard let ranges = shown[stream.index], let time = packet.pts ?? packet.dts else { return true }
        // Decoders need one or two packets more before a part that is played.
        let lead = max(packet.duration, 1) * 3
        return ranges.contains { time + max(packet.duration, 1) > $0.lowerBound - lead && time < $0.upperBound }
    }

    /// Returns the time in the recording for a presentation time of the movie.
    func recordingTime(of time: MediaTime) -> MediaTime? {
        guard var shown = time.subtracting(base) else { return nil }
        for range in hidden where shown >= range.start {
            guard let later = shown.adding(range.end - range.start) else { return nil }
            shown = later
        }
        return shown
    }
}
