import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks the motion of a view that follows the pointer, as pure values.
@Suite struct FollowingMotionTests {
    private typealias Point = FollowingMotion.Point

    @Test(
        "It has no jump in position or velocity, stays in the frame, and comes to rest with the pointer in the quiet zone"
    )
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
            let frame = Point(number(100...4000), number(100...4000))
            let part = frame * number(0.1...1)
            var (time, steps) = (0.0, [FollowingMotion.Step]())
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                steps.append(.init(time: time, place: Point(number(0...frame.x), number(0...frame.y))))
                time += number(0.01...0.8)
            }
            let motion = FollowingMotion(steps, from: frame / 2, part: part, in: frame)
            let interval = 1.0 / 1000
            let middles = (0..<Int((time + 3) / interval)).map { motion.middle(at: Double($0) * interval) }
            let (least, greatest) = (part / 2, frame - part / 2)
            for middle in middles {
                #expect(all(middle .>= least - 1e-6) && all(middle .<= greatest + 1e-6))
            }
            let speeds = zip(middles, middles.dropFirst()).map { ($1 - $0) / interval }
            // The spring's greatest acceleration: the square of its frequency times the greatest distance, and damping.
            let limit = frame.max() * 9.4 * 9.4 * 3
            for (one, next) in zip(speeds, speeds.dropFirst()) {
                #expect(((next - one) / interval).max() < limit && ((one - next) / interval).max() < limit)
            }
            let (last, place) = (middles[middles.count - 1], steps[steps.count - 1].place)
            let distance = Point(abs(place.x - last.x), abs(place.y - last.y))
            let isAtEdge = (last .<= least + 0.5) .| (last .>= greatest - 0.5)
            #expect(all((distance .<= part * Point(0.25, 0.35) + 0.5) .| isAtEdge), "\(place) \(last) \(part) \(frame)")
            #expect(all(pointwiseMax(speeds[speeds.count - 1], -speeds[speeds.count - 1]) .< 0.01 * frame))
        }
    }

    @Test("Steps inside the quiet zone move nothing, and without a step it stays where it began")
    func rest() {
        let steps = (0..<50).map {
            FollowingMotion.Step(time: Double($0) / 10, place: Point(480 + Double($0 % 3), 270))
        }
        let motion = FollowingMotion(steps, from: Point(500, 280), part: Point(320, 180), in: Point(960, 540))
        for tick in 0..<600 { #expect(motion.middle(at: Double(tick) / 100) == Point(500, 280)) }
        let still = FollowingMotion([], from: Point(7, 9), part: Point(4, 4), in: Point(90, 90))
        #expect(still.middle(at: 0) == Point(7, 9) && still.middle(at: 1e9) == Point(7, 9))
    }
}
