import MediaTime
import ReplayTimeline
import Testing

/// Checks the time curve of a zoom, as pure values.
@Suite struct ZoomTests {
    private static let rectangle = FrameRectangle(x: 4, y: 2, width: 20, height: 10)

    private func zoom(_ start: Int64, _ end: Int64, ease: MediaTime = Zoom.easeDefault) throws -> Zoom {
        let range = TimeRange(
            start: MediaTime(value: start, timescale: 1000), end: MediaTime(value: end, timescale: 1000))
        let rectangle = try #require(Self.rectangle)
        return try #require(Zoom(rectangle, during: range, ease: ease))
    }

    @Test("It goes there and back as a spring does, alike, and never the wrong way")
    func progress() throws {
        let zoom = try zoom(1000, 5000, ease: .seconds(1))
        let values = (0..<6000).map { zoom.progress(at: $0) }
        #expect(values[...1000].allSatisfy { $0 == 0 })
        #expect(values[5000...].allSatisfy { $0 == 0 })
        #expect(values[2000...4000].allSatisfy { $0 == 1 })
        #expect(zip(values[1000...2000], values[1001...2000]).allSatisfy { $0 <= $1 })
        #expect(zip(values[1000...2000], values[4000...5000]).allSatisfy { abs($0 + $1 - 1) < 1e-9 })
        // A spring of 9.4 rad/s and a damping of 0.94 has passed 71 % after a quarter of a second, and 97 % after half a
        // second, for which the duration stands.
        #expect((0.71...0.76).contains(values[1500]) && values[1800] > 0.94)
        // There is no jump of the velocity: the acceleration is at most that of the spring at its start.
        let steps = zip(values[1000...2000], values[1001...2000]).map { $1 - $0 }
        #expect(steps[0] < 2e-5 && steps[999] < 2e-5)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($0 - $1) <= 4.8 * 4.8 / 1e6 })
    }

    @Test(
        "An ease takes at most half of the range, and none is a jump",
        arguments: [(500, 500, 1000, 500), (5000, 2000, 0, 2000), (0, 0, 4000, 0), (60_000, 2000, 0, 2000)])
    func parts(ease: Int64, there: Int64, still: Int64, back: Int64) throws {
        let end = ease == 500 ? Int64(3000) : 5000
        let zoom = try zoom(1000, end, ease: .milliseconds(ease))
        let lengths = [(there, true), (end - 1000 - there - back, false), (back, true)].filter { $0.0 > 0 }
        #expect(zoom.parts.map(\.range.duration.value) == lengths.map(\.0))
        #expect(zoom.parts.map(\.isMoving) == lengths.map(\.1))
        #expect(zoom.parts.first?.range.start == zoom.range.start && zoom.parts.last?.range.end == zoom.range.end)
        #expect(zip(zoom.parts, zoom.parts.dropFirst()).allSatisfy { $0.range.end == $1.range.start })
        if ease == 0 { #expect(zoom.progress(at: 1000) == 1 && zoom.progress(at: 4999) == 1) }
    }

    @Test("An ease that cannot be, and the shortest and the longest ranges, trap nowhere")
    func limits() throws {
        let rectangle = try #require(Self.rectangle)
        let range = TimeRange(start: .zero, end: .seconds(10))
        for ease in [MediaTime.milliseconds(-1), .milliseconds(60_001), .seconds(MediaTime.limit)] {
            #expect(Zoom(rectangle, during: range, ease: ease) == nil)
        }
        for (length, timescale) in [(1, 1), (2, 1), (3, 1_000_000_000), (Int64(1) << 62, 1_000_000_000)]
            as [(Int64, Int32)]
        {
            let length = min(length, MediaTime.limit * Int64(timescale))
            let range = TimeRange(
                start: MediaTime(value: 0, timescale: timescale), end: MediaTime(value: length, timescale: timescale))
            let zoom = try #require(Zoom(rectangle, during: range, ease: Zoom.maxEase))
            for tick in [-1, 0, 1, length / 3, length - 1, length, length + 1] {
                #expect((0...1).contains(zoom.progress(at: tick)))
            }
        }
    }

    @Test(
        "A zoom without a rectangle is refused, with a hint at the rectangle for a scale",
        arguments: [
            ("zoom 1..2 2x", "“2x” is not a rectangle WxH+X+Y"),
            ("zoom 1..2 1.5x", "1.5x if its width and height are the frame’s divided by 1.5; write it as “zoom"),
            ("zoom 1..2 0.5s", "“zoom” requires a rectangle WxH+X+Y"), ("zoom 1..2 x", "“x” is not a rectangle"),
        ])
    func rectangles(line: String, part: String) throws {
        let error = #expect(throws: WrittenOperationError.self) { try WrittenOperation(parsing: line) }
        let sentence = try #require(error).description
        #expect(sentence.contains(part), "\(sentence)")
    }

    @Test("Two at once are refused, two that touch are not, in whatever order they come")
    func overlaps() throws {
        let whole = try Edit(duration: .milliseconds(10_000))
        let (first, second) = (try zoom(1000, 3000), try zoom(3000, 4000))
        #expect(try whole.applying([.zoom(second), .zoom(first)]) == whole.applying([.zoom(first), .zoom(second)]))
        #expect(try whole.applying([.zoom(second), .zoom(first)]).zooms == [first, second])
        let third = try zoom(2999, 3001)
        #expect(throws: EditError.overlappingZooms(third.range, first.range)) {
            try whole.applying([.zoom(first), .zoom(second), .zoom(third)])
        }
        #expect(try whole.applying(.zoom(first)).altersFrames)
        #expect(!(try whole.applying(.zoom(first)).showsFrames(as: whole)))
    }
}
