import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayRendering

/// Checks which audio packets are copied, over random edits and tracks with gaps.
@Suite struct AudioPlanTests {
    private static let rate: Int64 = 48_000

    private func plan(_ edit: Edit, packets: [Int64]) -> AudioPlan {
        AudioPlan(
            clips: edit.clips, duration: edit.editedDuration, track: 1, packets: packets, sampleRate: Int(Self.rate))
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: 90_000) }

    private func edit(_ duration: Int64, _ random: inout SplitMix64) throws -> Edit {
        var edit = try Edit(duration: time(duration))
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let start = Int64.random(in: 0..<duration, using: &random)
            try? edit.apply(
                .cut(
                    TimeRange(
                        start: time(start),
                        end: time(min(duration, start + .random(in: 1...duration / 6, using: &random))))))
        }
        return edit
    }

    /// Returns packets from `phase` on, with an occasional gap.
    private func packets(_ duration: Int64, phase: Int64, _ random: inout SplitMix64) -> [Int64] {
        var packets: [Int64] = []
        var next = phase
        while next < duration * Self.rate / 90_000 {
            packets.append(next)
            next += 1024
            if Int.random(in: 0..<300, using: &random) == 0 { next += .random(in: 1...50_000, using: &random) }
        }
        return packets
    }

    @Test("No packet is copied that reaches into audio which is made louder, and what lies between is not faded")
    func altered() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let duration = Int64.random(in: 900_000...5_400_000, using: &random)
            let packets = packets(duration, phase: .random(in: 0..<1024, using: &random), &random)
            let edit = try edit(duration, &random)
            var altered: [Range<Int64>] = []
            var next = Int64.random(in: 0..<200_000, using: &random)
            while next < duration / 2 {
                let end = next + .random(in: 1...100_000, using: &random)
                altered.append(next..<end)
                next = end + .random(in: 1...300_000, using: &random)
            }
            let plan = AudioPlan(
                clips: edit.clips, duration: edit.editedDuration, track: 1, packets: packets,
                sampleRate: Int(Self.rate), altered: altered)
            for run in plan.runs {
                guard let first = run.firstCopied else { continue }
                let copied = packets[first]..<packets[first + run.slots.count - 1] + 2048
                #expect(!altered.contains { $0.overlaps(copied) })
            }
            #expect(zip(plan.runs, plan.runs.dropFirst()).allSatisfy { $0.slots.upperBound == $1.slots.lowerBound })
            #expect(plan.maxShift <= 512)
            // Within a clip, each place follows the previous one.
            let cuts = zip(plan.places, plan.places.dropFirst()).count { !$1.follows($0) }
            #expect(cuts <= edit.clips.count - 1)
        }
    }

    @Test("Each packet has one place; what is copied is kept whole, and stands at most half a packet beside its place")
    func properties() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let duration = Int64.random(in: 90_000...5_400_000, using: &random)
            let packets = packets(duration, phase: .random(in: 0..<1024, using: &random), &random)
            let edit = try edit(duration, &random)
            let plan = plan(edit, packets: packets)
            let length = edit.editedDuration.converted(to: 48_000, rounding: .nearest).value
            #expect(plan.runs.first?.slots.lowerBound == -1)
            #expect(plan.runs.last.map { Int64($0.slots.upperBound * 1024) >= length } == true)
            #expect(zip(plan.runs, plan.runs.dropFirst()).allSatisfy { $0.slots.upperBound == $1.slots.lowerBound })
            #expect(
                zip(plan.runs, plan.runs.dropFirst()).allSatisfy { ($0.firstCopied == nil) != ($1.firstCopied == nil) })
            #expect(plan.maxShift <= 512)
            #expect(plan.places.count == edit.clips.count)
            #expect(plan.places.reduce(0) { $0 + $1.length } == length)
            expectKept(plan, packets)
        }
    }

    /// Expects that everything a run of copied packets decodes to is kept, from one clip, in its place. A packet
    /// decodes to two frames from its time on. At the end of the recording, the last frame may be missing.
    private func expectKept(_ plan: AudioPlan, _ packets: [Int64]) {
        for run in plan.runs {
            guard let first = run.firstCopied else { continue }
            let from = packets[first]
            let end = packets[first + run.slots.count - 1] + 2048
            let place = plan.places.first { $0.source.contains(from) }
            let isEnd = place == plan.places.last && end > (packets.last ?? 0)
            #expect(place.map { isEnd || end <= $0.source.upperBound } == true)
            #expect(end - from == Int64(run.slots.count + 1) * 1024, "without a hole")
            #expect(place.map { Int64(run.slots.lowerBound * 1024) == $0.start + from - $0.source.lowerBound } == true)
        }
    }
}
