import ReplayTestSupport
import Testing

@testable import ReplayExporter
@testable import ReplayRendering

@Suite struct ChunkPlannerTests {
    private func chunks(_ frames: [PlannedFrame], length: Int64, end: Int64) -> [PlannedChunk] {
        var planner = ChunkPlanner(length: length)
        for frame in frames { planner.add(frame) }
        planner.finish(at: end)
        return planner.chunks
    }

    private func frame(_ time: Int64, _ coding: PlannedFrame.Coding) -> PlannedFrame {
        PlannedFrame(time: time, place: FramePosition(span: 0, time: time), coding: coding)
    }

    @Test("A chunk begins with the first IDR after its length")
    func length() {
        let frames = (0..<100).map { frame($0 * 10, $0 % 7 == 0 ? .encodedIDR : .dependent) }
        let made = chunks(frames, length: 200, end: 1000)
        #expect(made.map(\.range) == [0..<210, 210..<420, 420..<630, 630..<840, 840..<1000])
        #expect(made.map(\.frames) == [21, 21, 21, 21, 16])
    }

    @Test("No chunk begins between two IDRs whose ids nobody knows")
    func neighbours() {
        let still = (0..<10).map { frame($0 * 200, .encodedIDR) }
        #expect(chunks(still, length: 300, end: 2000).map(\.range) == [0..<2000])
        let moving = still + [frame(2010, .dependent), frame(2020, .encodedIDR)]
        #expect(chunks(moving, length: 300, end: 2100).map(\.range) == [0..<2020, 2020..<2100])
    }

    @Test("What is known of the ids on both sides of a border is handed on")
    func ids() {
        let frames = [
            frame(0, .encodedIDR), frame(10, .copiedIDR(3)), frame(20, .encodedIDR), frame(30, .dependent),
            frame(40, .copiedIDR(1)), frame(50, .copiedIDR(0)),
        ]
        let made = chunks(frames, length: 10, end: 60)
        #expect(made.map(\.range.lowerBound) == [0, 10, 20, 40, 50])
        #expect(made.map(\.idBefore) == [nil, nil, 3, nil, 1])
        #expect(made.map(\.idAfter) == [3, nil, 1, 0, nil])
    }

    @Test("Whatever the frames, chunks hold each once, and begin where one can")
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            var (frames, time): ([PlannedFrame], Int64) = ([], 0)
            for number in 0..<Int.random(in: 1...200, using: &random) {
                let kind = number == 0 ? 0 : Int.random(in: 0...9, using: &random)
                frames.append(frame(time, kind == 0 ? .encodedIDR : kind == 1 ? .copiedIDR(7) : .dependent))
                time += Int64.random(in: 1...50, using: &random)
            }
            let length = Int64.random(in: 1...1000, using: &random)
            let made = chunks(frames, length: length, end: time)
            #expect(made.first?.range.lowerBound == 0 && made.last?.range.upperBound == time)
            #expect(zip(made, made.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
            #expect(made.dropLast().allSatisfy { $0.range.count >= length })
            for chunk in made {
                let held = frames.filter { chunk.range.contains($0.time) }
                #expect(held.count == chunk.frames && held.first?.coding != .dependent)
            }
        }
    }
}
