import FFmpeg
import MediaTime

/// The captions of a movie, collected from the packets of its subtitle track.
struct ImportedCaptions {
    let stream: StreamInfo
    private let timeline: ImportTimeline
    private let decoder: SubtitleDecoder
    private var cues: [Cue] = []
    /// The number of packets that could not be decoded.
    private(set) var damaged = 0

    private struct Cue {
        let start: MediaTime
        /// The end, or nil if the cue is shown until the next one.
        let end: MediaTime?
        let text: String
    }

    /// The maximum duration of a cue without a known end.
    private static let maxOpenLength = MediaTime.seconds(5)

    init(_ stream: StreamInfo, timeline: ImportTimeline) throws {
        (self.stream, self.timeline) = (stream, timeline)
        decoder = try SubtitleDecoder(stream.parameters, timeBase: stream.timeBase)
    }

    mutating func take(_ packet: Packet) {
        guard let time = (packet.pts ?? packet.dts).flatMap(instant) else { return }
        let events: [String]
        do {
            events = try decoder.events(of: packet)
        } catch {
            damaged += 1
            return
        }
        let end = packet.duration > 0 ? (packet.pts ?? packet.dts).flatMap { instant($0 + packet.duration) } : nil
        let text = events.map(DialogueText.webVTT).filter { !$0.isEmpty }.joined(separator: "\n")
        if !text.isEmpty, time >= .zero { cues.append(Cue(start: time, end: end, text: text)) }
    }

    private func instant(_ ticks: Int64) -> MediaTime? {
        MediaTime(ticks: ticks, in: stream.timeBase).flatMap(timeline.recordingTime)
    }

    /// The number of cues.
    var count: Int { cues.count }

    /// Returns all cues as a WebVTT file, or nil if there are none.
    func webVTT() -> [UInt8]? {
        guard !cues.isEmpty else { return nil }
        let sorted = cues.sorted { $0.start < $1.start }
        let blocks = sorted.enumerated().compactMap { place, cue in
            let next = sorted[(place + 1)...].first { $0.start > cue.start }?.start
            let latest =
                cue.start.converted(to: 1000, rounding: .down) + Self.maxOpenLength.converted(to: 1000, rounding: .down)
            let end = cue.end ?? min(next ?? latest, latest)
            return end > cue.start ? "\n\(cue.start.clock) --> \(end.clock)\n\(cue.text)\n" : nil
        }
        return Array(("WEBVTT\n" + blocks.joined()).utf8)
    }
}

extension MediaTime {
    /// The time in hours, minutes, seconds and milliseconds, in WebVTT format.
    fileprivate var clock: String {
        let milliseconds = converted(to: 1000, rounding: .nearest).value
        func padded(_ number: Int64, to count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
        }
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        let (seconds, rest) = (milliseconds / 1000 % 60, milliseconds % 1000)
        return "\(padded(hours, to: 2)):\(padded(minutes, to: 2)):\(padded(seconds, to: 2)).\(padded(rest, to: 3))"
    }
}
