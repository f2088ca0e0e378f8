import ReplayTestSupport
import Testing

@testable import ReplayRecorder

/// What a capture delivered, in order, to be waited for and listened to.
final class SoundLog: Sendable {
    /// Something that was told.
    enum Notice: Equatable {
        case lost(CaptureError.Code)
        case recovered
        case awaited, arrived
    }

    private struct Block {
        let time: HostTime
        let samples: [Float]
    }

    private struct State {
        var blocks: [SoundSource: [Block]] = [:]
        var notices: [SoundSource: [(notice: Notice, at: HostTime)]] = [:]
        var ends: [SoundSource: HostTime] = [:]
        /// The largest hole or overlap of blocks that follow one another, in nanoseconds.
        var largestStep: Int64 = 0
    }

    private let state = Monitor(State())

    func take(_ source: SoundSource, _ event: SoundEvent) {
        state.update { state in
            switch event {
            case .samples(let samples, let time):
                if let end = state.ends[source] { state.largestStep = max(state.largestStep, abs(time - end)) }
                // One channel is enough.
                let channel = stride(from: 0, to: samples.count, by: source.channels).map { samples[$0] }
                state.blocks[source, default: []].append(Block(time: time, samples: channel))
                state.ends[source] = time + SampleClock.duration(of: Int64(channel.count))
            case .lost(let error): state.notices[source, default: []].append((.lost(error.code), .now))
            case .awaited: state.notices[source, default: []].append((.awaited, .now))
            case .arrived: state.notices[source, default: []].append((.arrived, .now))
            case .recovered: state.notices[source, default: []].append((.recovered, .now))
            }
        }
    }

    var largestStep: Int64 { state.read { $0.largestStep } }

    func notices(of source: SoundSource) -> [Notice] { state.read { $0.notices[source, default: []].map(\.notice) } }

    /// Waits until so many things were told of a source.
    /// - Returns: when the last of them was.
    func awaitNotices(_ count: Int, of source: SoundSource) throws -> HostTime {
        try #require(
            state.wait(until: .now + 10_000_000_000) { state in
                guard let notices = state.notices[source], notices.count >= count else { return nil }
                return notices[count - 1].at
            })
    }

    /// Waits until a source has delivered all up to `time`.
    func awaitSound(of source: SoundSource, upTo time: HostTime) throws {
        let hasCome = state.wait(until: time + 10_000_000_000) { state -> Bool? in
            (state.ends[source] ?? time - 1) >= time ? true : nil
        }
        try #require(hasCome == true)
    }

    /// How far from a full second of the clock each beep from `start` on begins, in nanoseconds.
    func beepErrors(
        of source: SoundSource, from start: HostTime, frequency: Int = BeepSource.frequency
    ) -> [Int64] {
        let blocks = state.read { $0.blocks[source, default: []].filter { $0.time >= start } }
        guard let first = blocks.first?.time else { return [] }
        var line: [Float] = []
        for block in blocks {
            let place = max(0, Int(SampleClock.samples(in: block.time - first)))
            if place > line.count { line += Array(repeating: 0, count: place - line.count) }
            line.removeLast(line.count - place)
            line += block.samples
        }
        return BeepDetector(frequency: frequency).onsets(in: line).map { onset in
            let time = first + SampleClock.duration(of: Int64(onset))
            let past = time.nanoseconds % 1_000_000_000
            return past > 500_000_000 ? past - 1_000_000_000 : past
        }
    }

    /// Whether all that was delivered between two instants is silent.
    func isSilent(_ source: SoundSource, from start: HostTime, to end: HostTime) -> Bool {
        state.read { state in
            state.blocks[source, default: []].filter { $0.time >= start && $0.time < end }
                .allSatisfy { $0.samples.allSatisfy { abs($0) < 0.001 } }
        }
    }
}
