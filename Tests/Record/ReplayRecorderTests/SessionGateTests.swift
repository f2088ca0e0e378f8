import MediaTime
import ReplayRecording
import ReplayTestSupport
import Testing

@Suite struct SessionGateTests {
    private let epoch = HostTime(nanoseconds: 0)

    private func time(_ nanoseconds: Int64) -> HostTime { HostTime(nanoseconds: nanoseconds) }

    @Test("Mute silences the microphone and nothing else, just while it holds")
    func mute() {
        var gate = SessionGate(SessionClock(epoch: epoch))
        gate.mute.open(at: time(100))
        gate.mute.close(at: time(200))
        let range = time(50)..<time(250)
        #expect(
            gate.pieces(of: range, for: .microphone) == [
                .init(range: time(50)..<time(100), isInside: false),
                .init(range: time(100)..<time(200), isInside: true),
                .init(range: time(200)..<time(250), isInside: false),
            ])
        #expect(gate.pieces(of: range, for: .application) == [.init(range: range, isInside: false)])
    }

    @Test("A cover stays while there is a reason for it")
    func cover() {
        var gate = SessionGate(SessionClock(epoch: epoch))
        gate.cover(.request, at: time(10))
        gate.cover(.window, at: time(20))
        gate.uncover(.request, at: time(30))
        #expect(gate.isCovered)
        gate.uncover(.window, at: time(40))
        #expect(!gate.isCovered)
        #expect(
            gate.pieces(of: time(0)..<time(50), for: .application).filter(\.isInside)
                == [.init(range: time(10)..<time(40), isInside: true)])
    }

    @Test("What lies in a pause is left out, whatever else holds")
    func pause() {
        var gate = SessionGate(SessionClock(epoch: epoch))
        gate.mute.open(at: time(0))
        gate.clock.pause(at: time(100))
        gate.clock.resume(at: time(200))
        gate.mute.close(at: time(300))
        #expect(
            gate.pieces(of: time(50)..<time(350), for: .microphone) == [
                .init(range: time(50)..<time(100), isInside: true),
                .init(range: time(200)..<time(300), isInside: true),
                .init(range: time(300)..<time(350), isInside: false),
            ])
    }

    @Test("What lies after the end is left out, and no clock goes beyond it")
    func end() {
        var gate = SessionGate(SessionClock(epoch: time(10)), end: 1000)
        gate.mute.open(at: time(900))
        #expect(
            gate.pieces(of: time(800)..<time(1200), for: .microphone) == [
                .init(range: time(800)..<time(900), isInside: false),
                .init(range: time(900)..<time(1010), isInside: true),
            ])
        #expect(gate.pieces(of: time(1010)..<time(1200), for: .microphone).isEmpty)
        #expect(gate.ticks(at: time(900), timescale: 1_000_000_000) == 890)
        #expect(gate.ticks(at: time(1200), timescale: 1_000_000_000) == 1000)
    }

    @Test("The screen is taken neither in a pause nor under a cover, nor what happened in one once that is over")
    func screen() {
        var gate = SessionGate(SessionClock(epoch: time(10)), end: 1000)
        #expect(!gate.takesScreen(at: time(9)) && gate.takesScreen(at: time(10)) && !gate.takesScreen(at: time(1010)))
        gate.cover(.window, at: time(100))
        // The cover may be due to a change just before it.
        #expect(!gate.takesScreen(at: time(99)) && !gate.takesScreen(at: time(100)))
        gate.uncover(.window, at: time(200))
        #expect(!gate.takesScreen(at: time(150)) && gate.takesScreen(at: time(200)))
        gate.clock.pause(at: time(300))
        #expect(!gate.takesScreen(at: time(299)))
        gate.clock.resume(at: time(400))
        #expect(!gate.takesScreen(at: time(399)) && gate.takesScreen(at: time(400)))
    }

    @Test("Of random intervals each instant is inside or outside, once, as it was said")
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            var intervals = HostIntervals()
            var edges: [Int64] = []
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                edges.append((edges.last ?? 0) + Int64.random(in: 1...50, using: &random))
                if edges.count % 2 == 1 { intervals.open(at: time(edges[edges.count - 1])) }
                if edges.count % 2 == 0 { intervals.close(at: time(edges[edges.count - 1])) }
            }
            let start = Int64.random(in: 0...500, using: &random)
            let end = start + Int64.random(in: 1...500, using: &random)
            let pieces = intervals.pieces(of: time(start)..<time(end))
            #expect(pieces.first?.range.lowerBound == time(start))
            #expect(pieces.last?.range.upperBound == time(end))
            #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
            for instant in start..<end {
                let isInside = edges.count(where: { $0 <= instant }) % 2 == 1
                #expect(pieces.first { $0.range.contains(time(instant)) }?.isInside == isInside)
                #expect(intervals.contains(time(instant)) == isInside)
            }
        }
    }
}
