import FFmpeg

/// The audio of a live presentation, whose segments begin with those of the video, or a packet before. Times are in ticks of 1/90,000 s.
struct PartedAudio {
    let track: PartedTrack
    /// The packets that the video has not reached yet.
    private var waiting: [Packet] = []
    /// The segments of the video that the audio has not reached yet.
    private var starts: [PartedVideo.Start] = []
    private var hasSegment = false
    /// The end of the last packet that was written, and of the last one that was added.
    private(set) var (written, known): (Int64, Int64) = (0, 0)

    init(_ track: PartedTrack) { self.track = track }

    mutating func begin(_ start: PartedVideo.Start) { starts.append(start) }

    /// Adds a packet. One that ends before time 0 is left out.
    mutating func write(_ packet: Packet) {
        guard let pts = packet.pts, pts + packet.duration > 0 else { return }
        waiting.append(packet)
        known = track.ticks(pts + packet.duration)
    }

    /// Writes the packets before a time.
    mutating func advance(to end: Int64) throws {
        let count = waiting.firstIndex { track.ticks($0.pts ?? 0) >= end } ?? waiting.count
        for packet in waiting[..<count] { try send(packet) }
        waiting.removeFirst(count)
    }

    private mutating func send(_ packet: Packet) throws {
        let pts = packet.pts ?? 0
        let (time, end) = (track.ticks(pts), track.ticks(pts + packet.duration))
        while let start = starts.first, end > start.time || !hasSegment {
            try endSegment()
            track.beginSegment(at: time, date: start.date, isDiscontinuous: start.isDiscontinuous)
            hasSegment = true
            starts.removeFirst()
        }
        if end - track.partStart > LiveWindow.partTarget { try track.endPart(at: time) }
        try track.write(packet)
        written = end
    }

    /// Ends the segment.
    mutating func endSegment() throws {
        guard hasSegment else { return }
        try track.endPart(at: written, completesSegment: true)
    }
}
