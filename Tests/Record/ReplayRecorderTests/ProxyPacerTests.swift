import MediaTime
import ReplayRecording
import Testing

@Suite struct ProxyPacerTests {
    private static let interval = Duration.nanoseconds(33_333_333)

    /// Sends frames at these times through the pacer, as the video track does.
    /// - Returns: The numbers of the sent frames and their times.
    private func sent(of times: [HostTime], until end: HostTime) -> [(frame: Int, at: HostTime)] {
        var pacer = ProxyPacer()
        var sent: [(frame: Int, at: HostTime)] = []
        for (frame, time) in times.enumerated() {
            if let due = pacer.deadline, due <= time {
                pacer.send(at: due)
                sent.append((frame - 1, due))
            }
            if pacer.offer(at: time) { sent.append((frame, time)) }
        }
        if let due = pacer.deadline, due <= end { sent.append((times.count - 1, due)) }
        return sent
    }

    private func times(_ count: Int64, rate: Int64, jitter: Int64 = 0) -> [HostTime] {
        (0..<count).map { HostTime(nanoseconds: 1_000_000_000 + $0 * 1_000_000_000 / rate + $0 % 3 * jitter) }
    }

    @Test(
        "No source of any rate gets more than 30 frames per second in", arguments: [10, 24, 30, 50, 60, 75, 144, 240])
    func ceiling(rate: Int64) {
        let times = times(rate * 10, rate: rate)
        let sent = sent(of: times, until: times[times.count - 1] + .seconds(1))
        #expect(sent.count <= 303)
        #expect(sent.count >= min(Int(rate), 24) * 10)
    }

    @Test("A source of 30 frames per second or fewer keeps each, at once, whatever its jitter", arguments: [5, 24, 30])
    func slowSource(rate: Int64) {
        let times = times(300, rate: rate, jitter: 4_000_000)
        let sent = sent(of: times, until: times[299])
        #expect(sent.map(\.frame) == Array(0..<300))
        #expect(sent.map(\.at) == times)
    }

    @Test("The last frame before the screen stands still gets in within two intervals", arguments: 1...20)
    func lastFrame(count: Int64) throws {
        let times = times(count, rate: 60)
        let last = try #require(sent(of: times, until: times[times.count - 1] + Self.interval * 2).last)
        #expect(last.frame == times.count - 1)
        #expect(last.at - times[times.count - 1] <= Self.interval * 2)
    }

    @Test("A frame that is given up is not waited for")
    func drop() {
        var pacer = ProxyPacer()
        let taken = [0, 5_000_000].map { pacer.offer(at: HostTime(nanoseconds: $0)) }
        #expect(taken == [true, false])
        #expect(pacer.deadline != nil)
        pacer.drop()
        #expect(pacer.deadline == nil)
    }
}
