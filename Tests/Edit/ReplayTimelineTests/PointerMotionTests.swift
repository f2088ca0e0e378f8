import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks where a pointer is drawn that was recorded apart, with which shape and how visible, as pure values.
@Suite struct PointerMotionTests {
    private typealias Point = PointerMotion.Point
    private typealias Place = PointerPath.Place

    private func look(_ words: String...) throws -> PointerLook { try PointerLook(words: words) }

    private func step(_ time: Int64, _ x: Int, _ y: Int) -> PointerPath.Step {
        PointerPath.Step(time: .milliseconds(time), place: Place(x: x, y: y))
    }

    private func shape(_ time: Int64, _ number: Int) -> PointerPath.ShapeStep {
        PointerPath.ShapeStep(time: .milliseconds(time), number: number)
    }

    private func state(_ motion: PointerMotion, at time: Int64) -> PointerMotion.State? {
        motion.state(at: .milliseconds(time))
    }

    @Test(
        "Without a look it is where it was recorded, with the shape of that time, and nowhere without a place or a shape"
    )
    func plain() throws {
        let path = PointerPath(
            steps: [step(100, 5, 6), step(200, 7, 8), .init(time: .milliseconds(300), place: nil), step(400, 9, 9)],
            shapes: [shape(100, 2), shape(300, 0), shape(500, 1)])
        let motion = PointerMotion(path, look: .standard)
        #expect(state(motion, at: 99) == nil && state(motion, at: 300) == nil && state(motion, at: 450) == nil)
        let first = try #require(state(motion, at: 100))
        #expect(first.place == Point(5, 6) && first.shape == 2 && first.scale == 1 && first.opacity == 1)
        #expect(state(motion, at: 299)?.place == Point(7, 8) && state(motion, at: 500)?.shape == 1)
        #expect(
            motion.shownRanges(until: .seconds(1)) == [
                TimeRange(start: .milliseconds(100), end: .milliseconds(300)),
                TimeRange(start: .milliseconds(500), end: .seconds(1)),
            ])
        #expect(motion.movingRanges(until: .seconds(1)).isEmpty)
        let off = PointerMotion(path, look: try look("off"))
        #expect(state(off, at: 150) == nil && off.shownRanges(until: .seconds(1)).isEmpty)
    }

    @Test("A shape that lasts for less than 80 ms is not shown, unless the pointer appears with it")
    func flashes() {
        let path = PointerPath(
            steps: [step(0, 5, 5)], shapes: [shape(0, 1), shape(500, 2), shape(579, 1), shape(800, 3), shape(880, 1)])
        let motion = PointerMotion(path, look: .standard)
        #expect((0..<800).allSatisfy { state(motion, at: $0)?.shape == 1 })
        #expect(state(motion, at: 800)?.shape == 3 && state(motion, at: 880)?.shape == 1)
        let short = PointerPath(steps: [step(0, 5, 5)], shapes: [shape(0, 4), shape(10, 1)])
        #expect(state(PointerMotion(short, look: .standard), at: 5)?.shape == 4)
    }

    @Test("A smooth motion has no jump, is at a press and a release where they are, and ends where the pointer is")
    func smooth() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
            var (time, steps, clicks): (Int64, [PointerPath.Step], [PointerPath.Click]) = (0, [], [])
            for _ in 0..<number(1...120) {
                let place = Place(x: number(0...3840), y: number(0...2160))
                steps.append(step(time, place.x, place.y))
                if number(0...9) == 0 {
                    let length = Int64(number(5...400))
                    clicks.append(
                        .init(
                            time: .milliseconds(time), place: place,
                            release: .init(time: .milliseconds(time + length), place: place)))
                    time += length
                }
                time += Int64(number(1...100) < 80 ? 16 : number(20...2000))
            }
            let path = PointerPath(steps: steps, clicks: clicks, shapes: [shape(0, 1)])
            let motion = PointerMotion(path, look: try look("smooth", "\(Double(number(1...100)) / 100)"))
            for click in clicks {
                for (time, place) in [(click.time, click.place), (click.release?.time, click.release?.place)] {
                    guard let time, let place, let drawn = motion.state(at: time)?.place else { continue }
                    let distance = drawn - Point(Double(place.x), Double(place.y))
                    #expect(max(distance.x.magnitude, distance.y.magnitude) < 0.01, "\(time) \(distance)")
                }
            }
            let places = (0..<time * 4).compactMap { motion.state(at: MediaTime(value: $0, timescale: 4000))?.place }
            #expect(places.count == time * 4)
            for (one, next) in zip(places, places.dropFirst()) {
                // The fastest spring crosses the screen in some milliseconds, but not at once.
                #expect((next - one).x.magnitude < 1500 && (next - one).y.magnitude < 1500)
            }
            let last = try #require(steps.last?.place)
            let end = try #require(motion.state(at: .milliseconds(time + 4000))?.place)
            #expect((end - Point(Double(last.x), Double(last.y))).x.magnitude < 0.1)
        }
    }

    @Test("A smooth motion is not late, and is calmer than a trembling hand", arguments: [0.2, 0.5, 1])
    func calm(smoothness: Double) throws {
        // 500 pixels a second to the right, with a tremor of 6 pixels.
        let steps = (0..<180).map { step(Int64($0) * 1000 / 60, $0 * 500 / 60, 300 + ($0 % 2 == 0 ? 3 : -3)) }
        let motion = PointerMotion(
            PointerPath(steps: steps, shapes: [shape(0, 1)]), look: try look("smooth", "\(smoothness)"))
        let states = (1000..<2000).compactMap { state(motion, at: $0)?.place }
        for (index, place) in states.enumerated() {
            #expect((place.x - Double(1000 + index) / 2).magnitude < 9, "\(index) \(place)")
        }
        let tremor = (states.map(\.y).max() ?? 0) - (states.map(\.y).min() ?? 0)
        #expect(tremor < 4, "\(tremor)")
    }

    @Test("A resting pointer fades out, and is there again before it moves; it is known when frames must be drawn")
    func idle() throws {
        let path = PointerPath(steps: [step(0, 5, 5), step(5000, 90, 90)], shapes: [shape(0, 1)])
        let motion = PointerMotion(path, look: try look("hide-idle", "2s"))
        #expect(state(motion, at: 2000)?.opacity == 1)
        #expect((2001..<2299).allSatisfy { (state(motion, at: $0)?.opacity ?? 0) < 1 })
        #expect((2301..<4850).allSatisfy { state(motion, at: $0) == nil })
        #expect((state(motion, at: 4925)?.opacity ?? 0) > 0.4 && state(motion, at: 5000)?.opacity == 1)
        #expect(state(motion, at: 9000) == nil)
        let shown = motion.shownRanges(until: .seconds(9))
        #expect(
            shown == [
                TimeRange(start: .zero, end: .milliseconds(2300)),
                TimeRange(start: .milliseconds(4850), end: .milliseconds(7300)),
            ])
        #expect(
            motion.movingRanges(until: .seconds(9)) == [
                TimeRange(start: .seconds(2), end: .milliseconds(2300)),
                TimeRange(start: .milliseconds(4850), end: .seconds(5)),
                TimeRange(start: .seconds(7), end: .milliseconds(7300)),
            ])
    }

    @Test(
        "Whenever it changes without a new position, that time is in a range of motion, and it is shown only in its ranges"
    )
    func ranges() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<100 {
            func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
            var (time, steps, clicks, shapes) = (Int64(0), [PointerPath.Step](), [PointerPath.Click](), [shape(0, 1)])
            for _ in 0..<number(1...20) {
                let place = Place(x: number(0...640), y: number(0...360))
                steps.append(.init(time: .milliseconds(time), place: number(0...5) == 0 ? nil : place))
                if number(0...4) == 0 { clicks.append(.init(time: .milliseconds(time), place: place)) }
                if number(0...4) == 0 { shapes.append(shape(time, number(0...2))) }
                time += Int64(number(1...3000))
            }
            let words = [["smooth", "0.7"], ["hide-idle", "0.5s"], ["click", "press"]].filter { _ in number(0...1) == 1
            }
            let motion = PointerMotion(
                PointerPath(steps: steps, clicks: clicks, shapes: shapes), look: try PointerLook(words: words.joined()))
            let (shown, moving) = (
                motion.shownRanges(until: .milliseconds(time)), motion.movingRanges(until: .milliseconds(time))
            )
            let events = Set(steps.map(\.time) + shapes.map(\.time))
            var last = state(motion, at: 0)
            for tick in 0..<time {
                let (now, instant) = (state(motion, at: tick), MediaTime.milliseconds(tick))
                #expect(now == nil || shown.contains { $0.contains(instant) }, "\(tick) \(words)")
                let isMoving = moving.contains { $0.start <= instant && instant <= $0.end }
                let moved = (now?.place ?? .zero) - (last?.place ?? .zero)
                let isSame =
                    (now == nil) == (last == nil) && moved.x.magnitude < 0.2 && moved.y.magnitude < 0.2
                    && now?.shape == last?.shape && now?.opacity == last?.opacity && now?.scale == last?.scale
                #expect(isSame || isMoving || events.contains(instant), "\(tick) \(words)")
                last = now
            }
        }
    }

    @Test("A pressed pointer is smaller until it is released")
    func pressed() throws {
        let path = PointerPath(
            steps: [step(0, 5, 5)],
            clicks: [
                .init(
                    time: .seconds(1), place: Place(x: 5, y: 5),
                    release: .init(time: .seconds(2), place: Place(x: 5, y: 5)))
            ], shapes: [shape(0, 1)])
        let motion = PointerMotion(path, look: try look("click", "press", "size", "200%"))
        #expect(state(motion, at: 999)?.scale == 2 && state(motion, at: 2121)?.scale == 2)
        #expect((1060...2000).allSatisfy { (state(motion, at: $0)?.scale ?? 9) < 1.7 })
        #expect((0...2500).allSatisfy { state(motion, at: $0)?.isLarge == true })
    }

    @Test("The words of a look are read and written alike, and wrong ones are refused by what is wrong")
    func words() throws {
        for words in [
            "size 150%", "smooth 0.05", "smooth 1", "hide-idle 2.5s", "click ring", "click press", "off", "size 100%",
            "size 400% smooth 0.5 hide-idle 60s click ring",
        ] {
            #expect(
                try PointerLook(words: words.split(separator: " ").map(String.init)).words.joined(separator: " ")
                    == words)
        }
        #expect(try look("size", "120", "smooth", "50%").words == ["size", "120%", "smooth", "0.5"])
        let wrong: [(String, PointerLookError)] = [
            ("large", .unknownProperty("large")), ("size", .noValue("size")), ("size 49%", .notSize("49%")),
            ("size 401%", .notSize("401%")), ("smooth 1.1", .notSmoothness("1.1")),
            ("smooth nan", .notSmoothness("nan")),
            ("hide-idle 0.4s", .notIdle("0.4s")), ("hide-idle 61s", .notIdle("61s")), ("click no", .notClick("no")),
            ("off size 150%", .offWithOthers),
        ]
        for (words, error) in wrong {
            #expect(throws: error) { try PointerLook(words: words.split(separator: " ").map(String.init)) }
        }
    }
}
