import FFmpeg
import MediaTime
import ReplayTestSupport
import Testing
import Threads

@testable import ReplayCapture
@testable import ReplaySources

/// The deliveries of a capture, in order, for tests that wait for and analyse them.
final class AudioLog: Sendable {
    /// A notice of a capture.
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
        var blocks: [AudioInput: [Block]] = [:]
        var notices: [AudioInput: [(notice: Notice, at: HostTime)]] = [:]
        var ends: [AudioInput: HostTime] = [:]
        /// The largest gap or overlap between successive blocks.
        var maxStep = Duration.zero
    }

    private let state = ConditionLock(State())

    func take(_ source: AudioInput, _ event: AudioEvent) {
        state.update { state in
            switch event {
            case .samples(let samples, let time):
                if let end = state.ends[source] { state.maxStep = max(state.maxStep, (time - end).magnitude) }
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

    var maxStep: Duration { state.read { $0.maxStep } }

    func notices(of source: AudioInput) -> [Notice] { state.read { $0.notices[source, default: []].map(\.notice) } }

    /// Waits until a source has sent `count` notices.
    /// - Returns: The time of the last one.
    func awaitNotices(_ count: Int, of source: AudioInput) throws -> HostTime {
        try #require(
            state.wait(until: .now + .seconds(WaitLimit.seconds)) { state in
                guard let notices = state.notices[source], notices.count >= count else { return nil }
                return notices[count - 1].at
            })
    }

    /// Waits until a source has delivered everything up to `time`.
    func awaitAudio(of source: AudioInput, upTo time: HostTime) throws {
        let hasCome = state.wait(until: time + .seconds(WaitLimit.seconds)) { state -> Bool? in
            (state.ends[source] ?? time - .nanoseconds(1)) >= time ? true : nil
        }
        try #require(hasCome == true)
    }

    /// Returns the distance of each beep from a full second of the clock, in nanoseconds, from `start` on.
    func beepErrors(
        of source: AudioInput, from start: HostTime, frequency: Int = BeepSource.frequency
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

    /// True if everything delivered between two instants is silent.
    func isSilent(_ source: AudioInput, from start: HostTime, to end: HostTime) -> Bool {
        state.read { state in
            state.blocks[source, default: []].filter { $0.time >= start && $0.time < end }
                .allSatisfy { $0.samples.allSatisfy { abs($0) < 0.001 } }
        }
    }
}
