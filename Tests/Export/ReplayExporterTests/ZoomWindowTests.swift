import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition
@testable import ReplayRendering

/// Checks the visible area of the frame during a zoom, and the frames repeated for the zoom, as pure values.
@Suite struct ZoomWindowTests {
    private static let geometry = FrameGeometry(width: 640, height: 360)

    private func zoom(_ rectangle: String, _ range: ClosedRange<Int64> = 0...900_000) throws -> Zoom {
        let range = TimeRange(
            start: MediaTime(value: range.lowerBound, timescale: 90_000),
            end: MediaTime(value: range.upperBound, timescale: 90_000))
        let part = try #require(FrameRectangle(rectangle))
        return try #require(Zoom(part, during: range, ease: .seconds(1)))
    }

    private func window(
        _ rectangle: String, _ geometry: FrameGeometry = geometry, _ size: (Int, Int) = (640, 360)
    ) throws -> ZoomWindow? {
        ZoomWindow(try zoom(rectangle), timescale: 90_000, geometry: geometry, size: size)
    }

    private func windows(_ zooms: Zoom...) -> [ZoomWindow] {
        ZoomWindow.windows(of: zooms, timescale: 90_000, geometry: Self.geometry, size: (640, 360))
    }

    @Test(
        "A rectangle is widened to the frame's shape around its middle, and moved into the frame",
        arguments: [
            ("320x180+200+100", [200, 100, 320, 180]), ("100x180+200+100", [90, 100, 320, 180]),
            ("100x180+0+0", [0, 0, 320, 180]), ("320x10+320+350", [320, 180, 320, 180]),
            ("639x359+1+1", nil), ("2x2+638+358", [610, 344, 30, 16]),
        ] as [(String, [Int]?)])
    func widened(rectangle: String, area: [Int]?) throws {
        let found = try window(rectangle)?.area(at: 450_000)
        #expect(found == area.map { ZoomArea($0[0], $0[1], $0[2], $0[3]) })
    }

    @Test("It lies where the rectangle does, however the frame is cropped, turned and scaled")
    func shapes() throws {
        let crop = FrameRectangle(x: 320, y: 180, width: 320, height: 180)
        let cropped = FrameGeometry(width: 640, height: 360, crop: crop)
        #expect(
            try window("64x36+400+200", cropped, (320, 180))?.area(at: 450_000)
                == ZoomArea(80, 20, 64, 36))
        // The crop leaves nothing of the rectangle.
        #expect(try window("64x36+0+0", cropped, (320, 180)) == nil)
        let turned = FrameGeometry(width: 640, height: 360, turn: .half)
        #expect(
            try window("64x36+0+0", turned, (320, 180))?.area(at: 450_000)
                == ZoomArea(288, 162, 32, 18))
    }

    @Test("On the way each area lies within the one before, of about the frame's shape")
    func nested() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let (x, y) = (Int.random(in: 0..<600, using: &random), Int.random(in: 0..<330, using: &random))
            let (width, height) = (
                Int.random(in: 1...640 - x, using: &random), Int.random(in: 1...360 - y, using: &random)
            )
            let found = try self.window("\(width)x\(height)+\(x)+\(y)")
            let window = try #require(found)
            var last = ZoomArea(0, 0, 640, 360)
            for time in stride(from: Int64(0), through: 90_000, by: 1500) {
                guard let area = window.area(at: time) else { continue }
                #expect(area.x >= last.x && area.x + area.width <= last.x + last.width + 1e-9)
                #expect(area.y >= last.y && area.y + area.height <= last.y + last.height + 1e-9)
                #expect(area.width <= last.width && area.height <= last.height && area.width > 0 && area.height > 0)
                #expect(abs(area.width * 360 - area.height * 640) <= 4 * 640)
                last = area
            }
        }
    }

    @Test("A zoom's path has no jump, and no jump of its velocity, at 60 frames per second")
    func smooth() throws {
        let window = try #require(try window("320x180+300+150"))
        let areas = stride(from: Int64(1500), to: 90_000, by: 1500).compactMap { window.area(at: $0) }
        let steps = zip(areas, areas.dropFirst()).map { $0.0.width - $0.1.width }
        #expect(steps.allSatisfy { (0...10.5).contains($0) })
        // The acceleration of the spring at its start, over 320 pixels.
        #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($0 - $1) < 4.8 * 4.8 * 320 / 3600 })
    }

    @Test("After a zoom that follows the pointer, the window keeps its velocity at the start of the next zoom")
    func following() throws {
        let range = TimeRange(start: .zero, end: .seconds(5))
        let part = try #require(FrameRectangle("320x180+0+0"))
        let first = try #require(Zoom(part, during: range, ease: .seconds(1), follows: true))
        let second = try zoom("320x180+160+90", 450_000...900_000)
        // The pointer jumps 200 ms before the next zoom begins.
        let places = [(Int64(0), 100), (432_000, 500)].map { time, x in
            PointerPath.Step(time: MediaTime(value: time, timescale: 90_000), place: .init(x: x, y: 100))
        }
        let found = ZoomWindow.windows(
            of: [first, second], path: PointerPath(steps: places), timescale: 90_000, geometry: Self.geometry,
            size: (640, 360))
        let x = stride(from: Int64(420_000), to: 540_000, by: 1500).map { time in
            (time < 450_000 ? found[0] : found[1]).area(at: time)?.x ?? 0
        }
        let steps = zip(x, x.dropFirst()).map { $1 - $0 }
        #expect((steps.max() ?? 0) > 5 && zip(steps, steps.dropFirst()).allSatisfy { abs($0 - $1) < 9 }, "\(steps)")
        // Both springs act at once, each with a bounded acceleration.
        #expect(abs(steps[20] - steps[19]) < 2, "\(steps[17...23])")
    }

    @Test("From a zoom that ends where the next one begins, the window moves directly to the next one")
    func linked() throws {
        let first = try zoom("320x180+0+0", 0...450_000)
        let second = try zoom("320x180+320+180", 450_000...900_000)
        let found = windows(first, second)
        #expect(found[0].area(at: 449_999) == ZoomArea(0, 0, 320, 180))
        #expect(found[1].area(at: 450_000) == ZoomArea(0, 0, 320, 180))
        let half = SpringTransition.progress(0.5)
        #expect(found[1].area(at: 495_000) == ZoomArea(320 * half, 180 * half, 320, 180))
        #expect(found[1].area(at: 540_000) == ZoomArea(320, 180, 320, 180))
        // The last one moves back to the whole frame.
        let back = try #require(found[1].area(at: 855_000))
        #expect(abs(back.width - (320 + 320 * half)) < 1e-9 && abs(back.x - 320 * (1 - half)) < 1e-9)
        let apart = windows(first, try zoom("320x180+320+180", 450_001...900_000))
        #expect(try #require(apart[0].area(at: 440_000)).width > 600)
    }

    @Test("An area is where it is seen through a window, and covers all of it")
    func seen() {
        let area = PixelArea(x: 100, y: 50, width: 20, height: 10)
        func seen(_ window: ZoomArea) -> PixelArea? { area.seen(through: window, in: (640, 360)) }
        #expect(seen(ZoomArea(0, 0, 640, 360)) == area)
        #expect(seen(ZoomArea(100, 50, 320, 180)) == PixelArea(x: 0, y: 0, width: 40, height: 20))
        #expect(seen(ZoomArea(99.3, 49.9, 320, 180)) == PixelArea(x: 0, y: 0, width: 42, height: 22))
        #expect(seen(ZoomArea(110, 55, 320, 180)) == PixelArea(x: 0, y: 0, width: 20, height: 10))
        #expect(seen(ZoomArea(120, 0, 320, 180)) == nil && seen(ZoomArea(0, 60, 320, 180)) == nil)
    }

    // MARK: Frames that are repeated

    private func plan(
        _ times: [Int64], _ operations: [EditOperation], _ preset: String = "original"
    ) throws -> ExportPlan {
        let edit = try Edit(duration: MediaTime(value: 900_000, timescale: 90_000)).applying(operations)
        let source = RecordedVideo(
            width: 640, height: 360, rotation: 0, pixelAspect: 1, timescale: 90_000, times: times,
            keyframes: [MediaTime(value: 0, timescale: 90_000)])
        return ExportPlan(edit: edit, source: source, preset: try .named(preset))
    }

    @Test(
        "On a screen that stands still there are 30 frames in each second of the way, and none where the zoom stands still"
    )
    func still() throws {
        let plan = try plan([0], [.zoom(try zoom("64x36+0+0", 90_000...450_000))])
        #expect(plan.frames.map(\.source.start.value) == [0, 90_000, 180_000, 360_000, 450_000])
        #expect(plan.frames.map(\.frames) == [1, 30, 1, 30, 1])
        let shown = Array(stride(from: Int64(90_000), to: 180_000, by: 3000))
        #expect(plan.frames[1].shownTimes([0], timescale: 90_000) == shown)
        #expect(plan.maxFrameRate == 30)
    }

    @Test("On a screen that moves no frames are added, and at any speed there are as many in a second of the output")
    func moving() throws {
        let zoom = EditOperation.zoom(try zoom("64x36+0+0", 90_000...450_000))
        let times = (0..<300).map { Int64($0 * 3000) }
        #expect(try plan(times, [zoom]).frames.reduce(0) { $0 + $1.frames } == 300)
        let all = TimeRange(start: .zero, end: MediaTime(value: 900_000, timescale: 90_000))
        for (speed, count) in [("2x", 15), ("0.5x", 60), ("16x", 2)] {
            let speed = try #require(Speed(speed))
            #expect(
                try plan([0], [zoom, .speed(all, speed)]).frames.map(\.frames) == [1, count, 1, count, 1], "\(speed)")
        }
        #expect(try plan([0], [zoom], "gif").frames.map(\.frames) == [1, 10, 1, 10, 1])
    }

    @Test("From any frame on the same frames come, so that a chunk may begin at any")
    func chunks() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let times = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                Int64.random(in: 1..<900_000, using: &random)
            }
            let all = TimeRange(start: .zero, end: MediaTime(value: 900_000, timescale: 90_000))
            let speed = try #require(Speed(["1x", "0.5x", "4/3", "3x", "16x"].randomElement(using: &random) ?? ""))
            let sorted = [0] + Set(times).sorted()
            let plan = try plan(sorted, [.zoom(try zoom("64x36+0+0", 90_000...450_001)), .speed(all, speed)])
            for span in plan.frames {
                let shown = span.shownTimes(sorted, timescale: 90_000)
                #expect(shown.count == span.frames && zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
                guard let first = shown.indices.randomElement(using: &random) else { continue }
                var part = span
                part.source = TimeRange(start: MediaTime(value: shown[first], timescale: 90_000), end: span.source.end)
                #expect(part.shownTimes(sorted, timescale: 90_000) == Array(shown[first...]))
            }
        }
    }
}

extension ZoomArea {
    fileprivate init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.init(PixelArea(x: x, y: y, width: width, height: height))
    }

    fileprivate init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(x: x, y: y, width: width, height: height)
    }
}
