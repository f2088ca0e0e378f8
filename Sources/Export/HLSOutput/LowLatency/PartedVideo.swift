import FFmpeg
import FoundationEssentials
import H264

/// The video of a live presentation. Every part begins with a frame at exactly its start: if the recording has none
/// there, the last one is repeated. So parts have equal durations although the recording has a frame only when the
/// screen changes. Times are in ticks of 1/90,000 s.
struct PartedVideo {
    /// The start of a segment, at which the audio must begin a segment, too.
    struct Start {
        let time: Int64
        let date: Date
        let isDiscontinuous: Bool
    }

    let track: PartedTrack
    private var repeater: FrameRepeater
    /// The last frame, which waits for the next one to know its duration.
    private var last: (packet: Packet, time: Int64)?
    /// The time up to which the frames are known; nil before the first frame.
    private(set) var known: Int64?
    private var segmentStart: Start?
    private var clock = LiveClock()
    /// The number of frames in the current segment.
    private var frames = 0
    /// The maximum frame rate of the complete segments, in frames per second. It begins with that of most recordings,
    /// because a multivariant playlist must not promise less than what comes later.
    private var maxRate = 60

    /// The minimum duration of a segment. It is short, because the I-frame playlist has one frame of each segment, and a
    /// keyframe also follows a short pause.
    private static let shortest = Int64(9_000)

    init(_ track: PartedTrack, repeater: FrameRepeater) { (self.track, self.repeater) = (track, repeater) }

    /// Adds a frame. The first one must be a keyframe.
    /// - Parameters:
    ///   - now: The date of now.
    ///   - isAfterPause: True if the recording was paused before it, so that it begins a segment in any case.
    /// - Returns: The segment that it begins, or nil.
    mutating func write(_ packet: Packet, at time: Int64, now: Date, isAfterPause: Bool) throws -> Start? {
        // A frame that comes after its repetition is shown as soon as possible.
        let time = max(time, last.map { $0.time + 1 } ?? time)
        if last != nil { try repeatFrames(until: time) }
        let isPaused = clock.isAfterPause(time, at: now) || isAfterPause
        let start = try packet.isKeyframe ? begin(at: time, now: now, isAfterPause: isPaused) : nil
        if start == nil { try endFrame(at: time) }
        if start == nil, time == track.partStart + LiveWindow.partTarget { try track.endPart(at: time) }
        (last, known) = ((try renumbered(packet), time), time)
        return start
    }

    /// Ends the segment at a gap in the recording.
    mutating func close(at end: Int64) throws {
        let end = max(end, last.map { $0.time + 1 } ?? end)
        try repeatFrames(until: end)
        try endFrame(at: end)
        try endSegment(at: end)
        last = nil
    }

    private mutating func endSegment(at end: Int64) throws {
        try track.endPart(at: end, completesSegment: true)
        let length = max(1, end - (segmentStart?.time ?? end))
        maxRate = max(maxRate, Int((Int64(frames) * 90_000 + length - 1) / length))
        frames = 0
    }

    /// The maximum frame rate of a segment so far, in frames per second.
    var rate: Int {
        guard let start = segmentStart?.time, let known, known - start >= LiveWindow.partTarget else { return maxRate }
        return max(maxRate, Int((Int64(frames) * 90_000 + known - start - 1) / (known - start)))
    }

    /// Repeats the last frame at each start of a part before a time, because no frame before it will come.
    mutating func repeatFrames(until end: Int64) throws {
        while let last {
            let boundary = track.partStart + LiveWindow.partTarget
            guard boundary < end, boundary > last.time, let sample = repeater.repetition() else { return }
            try endFrame(at: boundary)
            try track.endPart(at: boundary)
            (self.last, known) = ((try Packet(bytes: sample), boundary), boundary)
        }
    }

    /// Begins a segment if the present one is long enough.
    private mutating func begin(at time: Int64, now: Date, isAfterPause: Bool) throws -> Start? {
        if let segmentStart, last != nil, !isAfterPause, time - segmentStart.time < Self.shortest { return nil }
        let (isFirst, follows) = (segmentStart == nil, last != nil)
        if follows {
            try endFrame(at: time)
            try endSegment(at: time)
        }
        let planned = segmentStart.map { $0.date.addingTimeInterval(Double(time - $0.time) / 90_000) } ?? now
        let isPaused = !isFirst && (isAfterPause || !follows)
        if isPaused { clock.restart(time, at: now) }
        let start = Start(time: time, date: isPaused ? max(now, planned) : planned, isDiscontinuous: isPaused)
        track.beginSegment(at: time, date: start.date, isDiscontinuous: isPaused)
        segmentStart = start
        return start
    }

    private mutating func endFrame(at end: Int64) throws {
        guard let (packet, time) = last else { return }
        var frame = packet
        (frame.pts, frame.dts) = (track.time(time), track.time(time))
        frame.duration = track.time(end) - track.time(time)
        try track.write(frame)
        frames += 1
        last = nil
    }

    private mutating func renumbered(_ packet: Packet) throws -> Packet {
        let sample = packet.withBytes { Array($0) }
        var made = try Packet(bytes: repeater.renumbered(sample))
        made.isKeyframe = packet.isKeyframe
        return made
    }
}
