import AudioSources
import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks operations of every kind: the rules that must hold after any of them, in any order.
@Suite struct EditOperationTests {
    @Test("Undo is exact, and any operation can be turned off, changed and removed, whatever came after it")
    func history() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<1500 {
            var history = try EditHistory(duration: .tenths(.random(in: 20...400, using: &random)))
            var states = [history]
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let before = history
                do {
                    try history.change(.random(in: history, using: &random))
                    states.append(history)
                } catch {
                    #expect(history == before)
                }
                try expectSound(history)
            }
            let stored = try JSONDecoder().decode(EditHistory.self, from: JSONEncoder().encode(history))
            #expect(stored == history)
            for state in states.dropLast().reversed() {
                try history.undo()
                #expect(history.edit == state.edit && history.numberedOperations == state.numberedOperations)
            }
            #expect(!history.canUndo)
        }
    }

    private func expectSound(_ history: EditHistory) throws {
        let (edit, clips) = (history.edit, history.edit.clips)
        #expect(try Edit(duration: edit.duration).applying(history.operations) == edit)
        #expect(
            zip(history.numberedOperations, history.numberedOperations.dropFirst()).allSatisfy { $0.number < $1.number }
        )
        #expect(clips.allSatisfy { !$0.source.isEmpty && $0.duration > .zero })
        #expect(
            zip(clips, clips.dropFirst()).allSatisfy { $0.source.end <= $1.source.start && $0.edited.end == $1.start })
        #expect(clips.first?.start == .zero && clips.last?.edited.end == edit.editedDuration)
        #expect(clips.reduce(.zero) { $0 + $1.source.duration } == edit.kept.reduce(.zero) { $0 + $1.duration })
        let map = EditMap(edit)
        var last = MediaTime(value: -1, timescale: 10)
        for tick in 0..<edit.duration.value {
            guard let edited = map.editedTime(at: .tenths(tick)) else { continue }
            #expect(edited >= last && edited < edit.editedDuration)
            last = edited
        }
        for tick in 0..<edit.editedDuration.value {
            let recorded = try #require(map.recordingTime(at: .tenths(tick)))
            #expect(edit.kept.contains { $0.contains(recorded) })
        }
    }

    @Test("Each speed makes a clip as long as it says, to the nearest tick")
    func speeds() throws {
        let whole = try Edit(duration: MediaTime(value: 900_000, timescale: 90_000))
        for (text, length) in [("2x", 45_000), ("0.5", 180_000), ("16x", 5_625), ("1/3", 270_000), ("150%", 60_000)] {
            let speed = try #require(Speed(text))
            let edit = try whole.applying(.speed(TimeRange(start: .seconds(2), end: .seconds(3)), speed))
            #expect(edit.clips.map(\.duration.value) == [180_000, Int64(length), 630_000], "\(text)")
            let middle = edit.clips[1]
            #expect(middle.editedTicks(at: 180_000, in: 90_000) == 180_000)
            #expect(middle.editedTicks(at: 270_000, in: 90_000) == 180_000 + Int64(length))
            #expect(Speed(speed.description) == speed)
        }
        let endless = try Edit(duration: .seconds(MediaTime.limit / 2))
        let slow = try #require(Speed("0.1x"))
        #expect(throws: EditError.self) { try endless.applying(.speed(.tenths(0, 1_000_000), slow)) }
        for text in [
            "0", "-1", "nan", "17", "1000000000", "0.09", "", "x", "2xx", "inf", "1e3", "9223372036854775807/2",
        ] {
            #expect(Speed(text) == nil, "\(text)")
        }
    }

    @Test("A line has as many words as an edit may have clips, and is refused where it has more")
    func manyWords() throws {
        let ranges = String(repeating: "1..2 ", count: Edit.clipLimit)
        let kept = try WrittenOperation(parsing: "keep \(ranges)").resolved(in: .milliseconds(10_000)) { _ in nil }
        #expect(kept.ranges.count == Edit.clipLimit)
        for line in ["keep \(ranges) 3..4", "cover 1..2 \(ranges) image a b", "cut " + ranges + ranges + ranges] {
            #expect(throws: WrittenOperationError.tooManyWords) { try WrittenOperation(parsing: line) }
        }
        #expect(throws: WrittenOperationError.tooManyWords) {
            try WrittenOperation.operation(parsing: "blur \(ranges) 3..4", on: .tenths(10, 20))
        }
        let long = String(repeating: "x", count: 1_000_000)
        for line in [long, "cut \(long)..2", "speed 1..2 \(long)", "blur 1..2 \(long)", "title 1..2 \"\(long)"] {
            let error = #expect(throws: (any Error).self) { try WrittenOperation(parsing: line) }
            #expect(error.map { "\($0)".utf8.count < 400 } == true, "\(line.prefix(10))")
        }
    }

    @Test("A speed that mutes is a mute of its range too, and goes with it")
    func mutedSpeeds() throws {
        let whole = try Edit(duration: .tenths(100))
        let fast = try #require(Speed("8x"))
        let mute = AudioEffect(.mute, during: .tenths(20, 60))
        let edit = try whole.applying(.speed(.tenths(20, 60), fast, mutesAudio: true))
        #expect(edit.audioEffects == [mute] && edit.editedDuration == .tenths(65))
        #expect(try whole.applying(.speed(.tenths(20, 60), fast)).audioEffects.isEmpty)
        // At the recorded speed, the operation is only a mute.
        let slow = try whole.applying(.speed(.tenths(20, 60), .normal, mutesAudio: true))
        #expect(try slow == whole.applying(.audio(mute)))
        let plain = try JSONDecoder().decode(
            EditOperation.self, from: Data(#"{"speed": {"start": "2/1", "end": "6/1"}, "by": "8x"}"#.utf8))
        #expect(plain == .speed(.tenths(20, 60), fast))
    }

    @Test("An image is named by its contents, and no other file can be meant")
    func images() throws {
        let name = "cover-0123456789abcdef0123456789abcdef"
        let image = try #require(VideoEffect.Image(name))
        for other in ["", "cover-", "../\(name)", "\(name).png", "cover-../../../../../../etc/passwd0000", "movie.mp4"]
        {
            #expect(VideoEffect.Image(other) == nil, "\(other)")
        }
        let operation = EditOperation.video(VideoEffect(.cover, during: .tenths(10, 20), image: image))
        #expect(try JSONDecoder().decode(EditOperation.self, from: JSONEncoder().encode(operation)) == operation)
        #expect(operation.text == "cover 0:01.000..0:02.000 image \(name)")
        #expect(VideoEffect(.blur, during: .tenths(10, 20), image: image).image == nil)
        let written = try WrittenOperation(parsing: operation.text)
        #expect(written.filePath == name)
        #expect(throws: WrittenOperationError.noImage(.cover)) {
            try WrittenOperation.operation(parsing: "cover image /etc/passwd", on: .tenths(10, 20))
        }
    }

    @Test("Ten thousand operations are made within a second")
    func many() throws {
        var random = SplitMix64.seeded()
        let duration = MediaTime(value: 3600 * 90_000, timescale: 90_000)
        let operations = try (0..<10_000).map { number -> EditOperation in
            let start = MediaTime(
                value: Int64(number) * 32_000 + .random(in: 0..<1000, using: &random), timescale: 90_000)
            let range = TimeRange(start: start, end: start + MediaTime(value: 9000, timescale: 90_000))
            switch number % 4 {
            case 0: return .cut(range)
            case 1: return .speed(range, try #require(Speed("2x")))
            case 2:
                return .video(VideoEffect(.blur, during: range, in: FrameRectangle(x: 0, y: 0, width: 100, height: 50)))
            default: return .audio(AudioEffect(.mute, during: range, track: .microphone))
            }
        }
        var history = try EditHistory(duration: duration)
        let time = try ContinuousClock().measure {
            for operation in operations { try history.perform(operation) }
            #expect(history.edit.clips.count == 7501)
        }
        print("10,000 operations: \(time)")
    }

    @Test("A limit on the recording's length leaves what lies within, and numbers that still fit together")
    func limited() throws {
        var history = try EditHistory(duration: .tenths(100))
        let speed = try #require(Speed("2x"))
        try history.perform(.speed(.tenths(80, 90), speed))
        try history.perform(.cut(.tenths(10, 60)))
        try history.change(.enable(1, false))
        try history.change(.replace(2, .cut(.tenths(20, 60))))
        try history.perform(.keep([.tenths(0, 15), .tenths(40, 95)]))
        let limited = try history.limited(to: .tenths(50))
        #expect(limited.operations == [.cut(.tenths(20, 50)), .keep([.tenths(0, 15), .tenths(40, 50)])])
        #expect(limited.edit.kept == [.tenths(0, 15)])
    }

    @Test func `The size of a camera may be a word of its own`() throws {
        for (typed, text) in [
            ("camera 1..2 side 40%", "camera 0:01.000..0:02.000 side:40"),
            ("camera 1..2 top-left 30 circle", "camera 0:01.000..0:02.000 top-left:30 circle"),
        ] {
            let operation = try WrittenOperation(parsing: typed).resolved(in: .milliseconds(10_000)) { _ in nil }
            #expect(operation.text == text)
        }
        #expect(throws: WrittenOperationError.self) { try WrittenOperation(parsing: "camera 1..2 side 90%") }
    }

    @Test("What is written reads as what it says, and is written again as it was read")
    func written() throws {
        for text in [
            "trim 0:01.000..0:02.000", "cut 0:01.000..0:02.500", "keep 0:00.000..0:01.000 0:02.000..0:03.000",
            "speed 0:01.000..0:02.000 1.5x", "speed 0:01.000..0:02.000 8x mute", "cover 0:01.000..0:02.000",
            "blur 0:01.000..0:02.000 64x36+10+5",
            "pixelate 0:01.000..0:02.000 64x36+10+5", "zoom 0:01.000..0:02.000 64x36+10+5",
            "zoom 0:01.000..0:02.000 64x36+10+5 1.25s", "zoom 0:01.000..0:02.000 64x36+10+5 0s",
            "camera 0:01.000..0:02.000 top-left:30 circle", "camera 0:01.000..0:02.000 bottom-right:22",
            "camera 0:01.000..0:02.000 side:30 rounded border", "camera 0:01.000..0:02.000 stacked:45 mirrored",
            "camera 0:01.000..0:02.000 full", "camera 0:01.000..0:02.000 off", "crop 64x36+10+5",
            "rotate 270", "style none", "style background blur padding 6% radius 1.6% shadow 50% border 0.12% ffffff38",
            "style background 0f172a-1e3a8a@160 padding 8% radius 1.25% shadow 0% inset 1% 000000 aspect 9:16",
            "title 0:01.000..0:02.000 top \"Chapter one\"", "title 0:01.000..0:02.000 \"a\\nb\"",
            "mark 0:01.500", "mark 0:01.500 \"Chapter one\"", "mark 0:10.000 \"a\\nb\"",
            "gain 0:01.000..0:02.000 -6.5dB mic", "gain 0:01.000..0:02.000 +3dB", "mute 0:01.000..0:02.000 app",
            "fade-in 0:01.000..0:02.000", "fade-out 0:01.000..0:02.000 mic",
        ] {
            let operation = try WrittenOperation(parsing: text).resolved(in: .milliseconds(10_000)) { _ in nil }
            #expect(operation.text == text)
            let coded = try JSONEncoder().encode(operation)
            #expect(try JSONDecoder().decode(EditOperation.self, from: coded) == operation)
        }
    }
}

extension EditChange {
    /// Returns a change of any kind. It need not be possible.
    static func random(in history: EditHistory, using random: inout SplitMix64) throws -> EditChange {
        let number = history.numberedOperations.randomElement(using: &random)?.number ?? 1
        let operation = EditOperation.randomOfAll(duration: history.edit.duration, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .remove(number)
        case 1: return .enable(number, false)
        case 2: return .enable(number, true)
        case 3: return .replace(number, operation)
        case 4: return .all([try .random(in: history, using: &random), .perform(operation)])
        default: return .perform(operation)
        }
    }
}

extension EditOperation {
    fileprivate static func randomOfAll(duration: MediaTime, using random: inout SplitMix64) -> EditOperation {
        let start = Int64.random(in: 0..<duration.value, using: &random)
        let end = Int64.random(in: start...min(duration.value, start + duration.value / 4 + 1), using: &random)
        let range = TimeRange.tenths(start, end)
        let rectangle = FrameRectangle(x: 4, y: 2, width: 20, height: 10)
        let track = AudioSource.allCases.randomElement(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 18, 19: return .annotation(.random(during: range, using: &random))
        case 15:
            let placement = CameraPlacement(corner: .topLeft, percent: .random(in: 1...50, using: &random))
            var look = CameraLook()
            look.shape = CameraLook.Shape.allCases.randomElement(using: &random) ?? .whole
            (look.isMirrored, look.hasBorder) = (.random(using: &random), .random(using: &random))
            look.shrinks = .random(using: &random)
            let kinds = [CameraEffect.Kind.full, .off, .corner(placement, look)]
            return .camera(CameraEffect(kinds.randomElement(using: &random) ?? .off, during: range))
        case 13, 14:
            let ease = MediaTime.milliseconds(.random(in: 0...2000, using: &random))
            let follows = Bool.random(using: &random)
            return rectangle.flatMap { Zoom($0, during: range, ease: ease, follows: follows) }.map { .zoom($0) }
                ?? .cut(range)
        case 0: return .keep([range, .tenths(0, max(1, start / 2))])
        case 1, 2, 3:
            return .speed(
                range,
                Speed(["2x", "0.5x", "16x", "0.1x", "1x", "4/3"].randomElement(using: &random) ?? "") ?? .normal,
                mutesAudio: .random(using: &random))
        case 4: return .video(VideoEffect(.blur, during: range, in: rectangle))
        case 5: return .video(VideoEffect(.cover, during: range))
        case 6: return .audio(AudioEffect(.mute, during: range, track: track))
        case 7: return .audio(AudioEffect(.fadeIn, during: range))
        case 8: return rectangle.map { .crop($0) } ?? .cut(range)
        case 9: return .rotate(.half)
        case 16: return (try? FrameStyle(parsing: StyleText.random(using: &random))).map { .style($0) } ?? .cut(range)
        case 10:
            let text = try? TitleText(validating: "Chapter one")
            return text.map { .title(Title($0, during: range, at: .middle)) } ?? .cut(range)
        case 11: return .mark(EditMark(range.start, name: try? TitleText(validating: "Setup")))
        case 12: return .pointer(PointerEffect(.clicks, during: range))
        default: return .random(duration: duration, using: &random)
        }
    }
}
