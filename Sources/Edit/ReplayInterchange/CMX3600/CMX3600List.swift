package import MediaTime
import ReplayTimeline

/// A CMX3600 edit-decision list that was read: cuts of one reel, with speeds.
package struct CMX3600List: Sendable {
    /// An event, which is a line with source and record timecodes, and its `M2` line.
    struct Event: Sendable {
        let line: Int
        let reel: Substring
        let channels: Substring
        let transition: Substring
        /// The timecodes: source in and out, record in and out.
        let times: [Substring]
        /// The text of the `M2` line's rate, in source frames per second of the edit, and the number of that line.
        var speed: (rate: Substring, line: Int)?
        let dropsFrames: Bool
    }

    private(set) var events: [Event] = []
    /// The frame rate of the timecodes if Replay wrote the list. Other programs do not state it.
    private(set) var rate: FrameRate?

    /// The prefix of the comment in which Replay writes the frame rate.
    static let rateComment = "* FRAME RATE:"

    /// Reads a list. Lines that are not recognized are treated as comments.
    package init(_ text: [UInt8]) throws(InterchangeError) {
        var dropsFrames = false
        for (number, line) in try InterchangeLines(text, format: .edl).lines.enumerated() {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard let first = words.first else { continue }
            if first == "FCM:" {
                dropsFrames = words.dropFirst().first == "DROP"
            } else if line.utf8.starts(with: Self.rateComment.utf8) {
                rate = words.last.flatMap { FrameRate(String($0)) }
            } else if first == "M2" {
                guard !events.isEmpty, words.count >= 3 else {
                    throw InterchangeError(
                        .edl, line: number + 1, reason: "an M2 line requires a rate, and an event before it")
                }
                events[events.count - 1].speed = (words[2], number + 1)
            } else if first.utf8.allSatisfy({ (48...57).contains($0) }), words.count >= 4 {
                events.append(try Self.event(words, line: number + 1, dropsFrames: dropsFrames))
            }
        }
        guard !events.isEmpty else { throw InterchangeError(.edl, reason: "it has no events, so it is not an EDL") }
    }

    private static func event(
        _ words: [Substring], line: Int, dropsFrames: Bool
    ) throws(InterchangeError) -> Event {
        guard words.count >= 8 else {
            throw InterchangeError(
                .edl, line: line, reason: "an event requires a reel, channels, a transition and four timecodes")
        }
        let times = Array(words.suffix(4))
        return Event(
            line: line, reel: words[1], channels: words[2], transition: words[3], times: times,
            dropsFrames: dropsFrames || times.contains { $0.utf8.contains(UInt8(ascii: ";")) })
    }
}

extension CMX3600List {
    /// Returns the clips of a recording that the list keeps.
    /// - Parameter nominal: The frame rate of timecodes if the list does not state one.
    package func clips(of duration: MediaTime, rate nominal: FrameRate) throws(InterchangeError) -> [InterchangeClip] {
        let rate = rate ?? nominal
        let video = events.filter { $0.channels.utf8.contains(UInt8(ascii: "V")) || $0.channels == "B" }
        let events = video.isEmpty ? events : video
        var clips: [InterchangeClip] = []
        var end: Int?
        for event in events {
            try check(event, of: events[0].reel)
            let times = try frames(of: event, clock: FrameTimecode(rate, dropsFrames: event.dropsFrames))
            guard end == nil || end == times.edited.lowerBound else {
                throw fail(at: event, "it does not begin where the previous event ends; an edit of Replay has no gaps")
            }
            end = times.edited.upperBound
            clips.append(try clip(event, times: times, rate: rate, timescale: duration.timescale))
        }
        return clips
    }

    private func check(_ event: Event, of reel: Substring) throws(InterchangeError) {
        guard event.transition == "C" else {
            throw fail(at: event, "it is not a cut but “\(event.transition.prefix(8))”; Replay has no transitions")
        }
        guard event.reel != "BL" else { throw fail(at: event, "it is black; an edit of Replay has no gaps") }
        guard event.reel == reel else {
            throw fail(at: event, "its reel is not “\(reel.prefix(40))”; an edit of Replay has one recording")
        }
    }

    private func frames(
        of event: Event, clock: FrameTimecode
    ) throws(InterchangeError) -> (source: Range<Int>, edited: Range<Int>) {
        var frames: [Int] = []
        for text in event.times {
            guard let frame = clock.frame(text) else {
                throw fail(
                    at: event,
                    "“\(text.prefix(20))” is not a timecode at \(clock.base) frames per second, the recording’s rate")
            }
            frames.append(frame)
        }
        guard frames[0] < frames[1], frames[2] < frames[3] else { throw fail(at: event, "it ends before it begins") }
        return (frames[0]..<frames[1], frames[2]..<frames[3])
    }

    private func clip(
        _ event: Event, times: (source: Range<Int>, edited: Range<Int>), rate: FrameRate, timescale: Int32
    ) throws(InterchangeError) -> InterchangeClip {
        let speed = try speed(of: event, rate: rate)
        var source = times.source
        let wanted = Double(times.edited.count) * Double(speed.factor.numerator) / Double(speed.factor.denominator)
        // Some programs write the edited duration there, whatever the speed is.
        if speed != .normal, source.count == times.edited.count {
            source = source.lowerBound..<source.lowerBound + max(1, Int(saturating: wanted.rounded()))
        }
        // Each end was rounded to a frame, and the speed to one decimal.
        let frame = Double(speed.factor.numerator) / Double(speed.factor.denominator)
        guard (Double(source.count) - wanted).magnitude <= 2 + frame + wanted / 50 else {
            throw fail(
                at: event,
                "\(source.count) frames cannot be shown in \(times.edited.count) at \(speed); its timecodes must count "
                    + "\(FrameTimecode(rate).base) frames per second, the recording’s rate")
        }
        guard let start = rate.startTime(ofFrame: source.lowerBound),
            let end = rate.startTime(ofFrame: source.upperBound)
        else { throw fail(at: event, "its times are too large") }
        let range = TimeRange(start: start, end: end).converted(to: timescale, rounding: .nearest)
        return InterchangeClip(source: range, speed: speed)
    }

    /// Returns the simplest speed that an `M2` line may mean. The line has one decimal. It may refer to the
    /// timecode's rate or to the true rate.
    private func speed(of event: Event, rate: FrameRate) throws(InterchangeError) -> Speed {
        guard let (text, line) = event.speed else { return .normal }
        let frames = rate.framesPerSecond
        let bases = [Double(FrameTimecode(rate).base), Double(frames.numerator) / Double(frames.denominator)]
        let factors = bases.compactMap { base in
            Double(text).flatMap { Rational(approximating: $0 / base, within: 0.0501 / base) }
        }
        guard let factor = factors.min(by: { $0.denominator < $1.denominator }), let speed = Speed(factor) else {
            throw InterchangeError(.edl, line: line, reason: "“\(text.prefix(20))” is not a speed from 0.1x to 16x")
        }
        return speed
    }

    private func fail(at event: Event, _ reason: String) -> InterchangeError {
        InterchangeError(.edl, line: event.line, reason: reason)
    }
}
