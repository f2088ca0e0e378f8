import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks where the pointer is shown, and which marks are drawn for it at each instant.
@Suite struct PointerPathTests {
    private typealias Place = PointerPath.Place

    private func step(_ tenth: Int64, _ place: Place?) -> PointerPath.Step {
        .init(time: .tenths(tenth), place: place)
    }
    private func click(_ tenth: Int64, _ x: Int = 5) -> PointerPath.Click {
        .init(time: .tenths(tenth), place: Place(x: x, y: 7))
    }

    @Test("The pointer is where it was last seen, and nowhere before that and after it left")
    func places() {
        let path = PointerPath(steps: [step(10, Place(x: 1, y: 2)), step(20, nil), step(30, Place(x: 3, y: 4))])
        #expect(path.place(at: .tenths(9)) == nil)
        #expect(path.place(at: .tenths(10)) == Place(x: 1, y: 2))
        #expect(path.place(at: .tenths(19)) == Place(x: 1, y: 2))
        #expect(path.place(at: .tenths(20)) == nil)
        #expect(path.place(at: .tenths(1000)) == Place(x: 3, y: 4))
        #expect(PointerPath().place(at: .zero) == nil)
    }

    @Test("A highlight alters frames where it is known where the pointer is, and none else")
    func highlighted() {
        let path = PointerPath(
            steps: [
                step(10, Place(x: 1, y: 2)), step(12, Place(x: 2, y: 2)), step(20, nil), step(30, Place(x: 3, y: 4)),
            ])
        func ranges(_ start: Int64, _ end: Int64) -> [TimeRange] {
            path.ranges(of: PointerEffect(.highlight, during: .tenths(start, end)))
        }
        #expect(ranges(0, 40) == [.tenths(10, 20), .tenths(30, 40)])
        #expect(ranges(11, 15) == [.tenths(11, 15)])
        #expect(ranges(20, 30) == [])
        #expect(ranges(0, 10) == [])
        #expect(PointerPath().ranges(of: PointerEffect(.highlight, during: .tenths(0, 9))) == [])
    }

    @Test("Clicks alter frames for 0.4 s each, as one where they overlap, no longer than their range")
    func clicked() {
        let path = PointerPath(clicks: [click(10), click(12), click(16), click(30)])
        func ranges(_ start: Int64, _ end: Int64) -> [TimeRange] {
            path.ranges(of: PointerEffect(.clicks, during: .tenths(start, end)))
        }
        #expect(ranges(0, 40) == [.tenths(10, 20), .tenths(30, 34)])
        #expect(ranges(11, 32) == [.tenths(12, 20), .tenths(30, 32)])
        #expect(ranges(17, 30) == [])
    }

    @Test("What is drawn at an instant is drawn within the ranges that are altered, and only there")
    func agreement() {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let steps = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int64.random(in: 0...100, using: &random)
            }
            .sorted().map { step($0, Bool.random(using: &random) ? Place(x: 1, y: 1) : nil) }
            let clicks = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Int64.random(in: 0...100, using: &random)
            }
            .sorted().map { click($0) }
            let path = PointerPath(steps: steps, clicks: clicks)
            let start = Int64.random(in: 0...90, using: &random)
            let range = TimeRange.tenths(start, .random(in: start + 1...101, using: &random))
            for kind in PointerEffect.Kind.allCases {
                let effect = PointerEffect(kind, during: range)
                let altered = path.ranges(of: effect)
                #expect(zip(altered, altered.dropFirst()).allSatisfy { $0.end <= $1.start })
                #expect(altered.allSatisfy { !$0.isEmpty && range.contains($0) })
                for tenth in Int64(0)...105 {
                    let isDrawn = !path.overlays(at: .tenths(tenth), [effect], side: 100).isEmpty
                    let isAltered = altered.contains { $0.start <= .tenths(tenth) && .tenths(tenth) < $0.end }
                    #expect(isDrawn == isAltered, "\(kind) \(tenth) \(path) \(range)")
                }
            }
        }
    }

    @Test("A ring grows and fades, and has gone after 0.4 s; two effects on one click draw it once")
    func rings() throws {
        let path = PointerPath(clicks: [click(10)])
        let effects = [PointerEffect(.clicks, during: .tenths(0, 50)), PointerEffect(.clicks, during: .tenths(5, 50))]
        func marks(_ hundredth: Int64) -> [PointerOverlay] {
            path.overlays(at: MediaTime(value: hundredth, timescale: 100), effects, side: 1080)
        }
        let rings = (100..<140).map { marks(Int64($0)) }
        #expect(rings.allSatisfy { $0.count == 1 })
        for (ring, next) in zip(rings.joined(), rings.dropFirst().joined()) {
            #expect(ring.outerRadius < next.outerRadius && ring.innerRadius < next.innerRadius)
            #expect(ring.opacity > next.opacity && next.opacity > 0)
        }
        #expect(marks(99).isEmpty && marks(140).isEmpty)
        let first = try #require(rings.first?.first)
        #expect((first.x, first.y) == (5.5, 7.5))
    }

    @Test("A mark is opaque where it is and nowhere else, whatever its size")
    func opacity() {
        for side in [16, 360, 1080, 16_384] {
            let disc = PointerPath(steps: [step(0, Place(x: 9, y: 9))])
                .overlays(at: .tenths(1), [PointerEffect(.highlight, during: .tenths(0, 9))], side: side)[0]
            #expect(disc.opacity(at: 0) == disc.opacity && disc.opacity < 0.6)
            #expect(disc.opacity(at: disc.outerRadius) == 0 && disc.opacity(at: disc.outerRadius * 2) == 0)
            let ring = PointerPath(clicks: [click(0)])
                .overlays(at: .tenths(1), [PointerEffect(.clicks, during: .tenths(0, 9))], side: side)[0]
            #expect(ring.opacity(at: 0) == 0 && ring.opacity(at: ring.outerRadius) == 0)
            #expect(ring.opacity(at: (ring.innerRadius + ring.outerRadius) / 2) > ring.opacity / 2)
        }
    }

    @Test("The operations are read with a range and without, written, stored and read again")
    func operations() throws {
        let duration = MediaTime.tenths(100)
        for (text, kind, range) in [
            ("highlight", PointerEffect.Kind.highlight, TimeRange.tenths(0, 100)),
            ("clicks 1..2", .clicks, .tenths(10, 20)),
            ("highlight 9..", .highlight, .tenths(90, 100)),
        ] {
            let operation = try WrittenOperation(parsing: text).resolved(in: duration) { _ in nil }
            #expect(operation == .pointer(PointerEffect(kind, during: range)))
            #expect(try WrittenOperation(parsing: operation.text).resolved(in: duration) { _ in nil } == operation)
            let stored = try JSONEncoder().encode(operation)
            #expect(try JSONDecoder().decode(EditOperation.self, from: stored) == operation)
            let edit = try Edit(duration: duration).applying(operation)
            #expect(edit.pointerEffects == [PointerEffect(kind, during: range)] && edit.altersFrames)
            #expect(try JSONDecoder().decode(Edit.self, from: JSONEncoder().encode(edit)) == edit)
        }
        for text in ["highlight 1..2 3..4", "clicks 640x360+0+0", "highlight 1..2 mic", "clicks soft"] {
            #expect(throws: WrittenOperationError.self, "\(text)") { try WrittenOperation(parsing: text) }
        }
    }
}
