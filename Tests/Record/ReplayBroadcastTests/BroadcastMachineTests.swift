import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayBroadcast

/// Checks the state machine of a broadcast on a manual clock.
@Suite struct BroadcastMachineTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000_000)

    private static func time(_ seconds: Double) -> HostTime {
        start + .milliseconds(Int64(exactly: (seconds * 1000).rounded()) ?? 0)
    }

    private static func machine(retries: Int? = nil, jitter: Double = 1) -> BroadcastMachine {
        BroadcastMachine(limits: .init(retries: retries), jitter: { jitter })
    }

    private static let lost = BroadcastMachine.Event.failed(BroadcastFailure(.lost, reason: "gone"))
    private static let refused = BroadcastMachine.Event.failed(BroadcastFailure(.refused, reason: "no"))

    /// Returns a machine that is live since `time(0)`.
    private static func live(retries: Int? = nil) -> BroadcastMachine {
        var machine = machine(retries: retries)
        _ = machine.start(at: time(0))
        _ = machine.handle(.connected, at: time(0))
        return machine
    }

    @Test("Attempts come after min(60 s, 1 s × 1.6^n) times the jitter, without end", arguments: [0.75, 1, 1.25])
    func delays(jitter: Double) {
        var machine = Self.machine(jitter: jitter)
        var now = Self.time(0)
        #expect(machine.start(at: now) == [.connect])
        var seconds = 1.0
        for _ in 0..<20 {
            #expect(machine.handle(Self.lost, at: now) == [.disconnect] && machine.state == .waiting)
            let expected = now + .milliseconds(Int64(exactly: (min(60, seconds) * jitter * 1000).rounded()) ?? 0)
            #expect(machine.nextAttempt == expected)
            #expect(machine.tick(at: expected - .milliseconds(1), busySince: nil).isEmpty)
            #expect(machine.tick(at: expected, busySince: nil) == [.connect])
            #expect(machine.state == .connecting)
            now = expected
            seconds *= 1.6
        }
    }

    @Test("A handler that fails is not started again, and its failure is kept while it is asked to end")
    func handler() {
        let failure = BroadcastFailure(.handler, reason: "it crashed")
        let limits = BroadcastMachine.Limits(retries: nil, for: .handler("/handler"))
        for isStopping in [false, true] {
            var machine = BroadcastMachine(limits: limits)
            _ = machine.start(at: Self.time(0))
            _ = machine.handle(.connected, at: Self.time(0))
            // The handler's own limit is shorter, and says more.
            #expect(machine.tick(at: Self.time(20), busySince: Self.time(0)).isEmpty && machine.state == .stalled)
            if isStopping { #expect(machine.handle(.stopRequested, at: Self.time(20)) == [.complete]) }
            #expect(machine.handle(.failed(failure), at: Self.time(21)) == [.disconnect])
            #expect(machine.isOver && machine.state == .ended && machine.failure == failure)
        }
    }

    @Test("Delays begin again after 30 s live, and not before")
    func reset() {
        for (length, delay) in [(29.9, 1.6), (30, 1)] {
            var machine = Self.machine()
            _ = machine.start(at: Self.time(0))
            _ = machine.handle(Self.lost, at: Self.time(0))
            _ = machine.tick(at: Self.time(1), busySince: nil)
            _ = machine.handle(.connected, at: Self.time(1))
            _ = machine.handle(Self.lost, at: Self.time(1 + length))
            #expect(machine.nextAttempt == Self.time(1 + length + delay))
        }
    }

    @Test("--retries N ends it after N further attempts")
    func retries() {
        var machine = Self.machine(retries: 2)
        _ = machine.start(at: Self.time(0))
        for second in [0, 100, 200] {
            #expect(!machine.isOver)
            _ = machine.handle(Self.lost, at: Self.time(Double(second)))
            _ = machine.tick(at: Self.time(Double(second) + 90), busySince: nil)
        }
        #expect(machine.isOver && machine.state == .ended && machine.failure?.reason == "gone")
    }

    @Test("A refusal is tried twice; after it was live, or after another failure, it counts anew")
    func refusals() {
        var machine = Self.machine()
        _ = machine.start(at: Self.time(0))
        #expect(machine.handle(Self.refused, at: Self.time(0)) == [.disconnect] && machine.state == .waiting)
        _ = machine.tick(at: Self.time(2), busySince: nil)
        _ = machine.handle(Self.lost, at: Self.time(2))
        _ = machine.tick(at: Self.time(9), busySince: nil)
        _ = machine.handle(Self.refused, at: Self.time(9))
        #expect(machine.state == .waiting)
        _ = machine.tick(at: Self.time(20), busySince: nil)
        _ = machine.handle(Self.refused, at: Self.time(20))
        #expect(machine.isOver && machine.state == .refused)

        var known = Self.live()
        for second in 1...20 {
            _ = known.handle(Self.refused, at: Self.time(Double(second) * 100))
            #expect(known.state == .waiting)
            _ = known.tick(at: Self.time(Double(second) * 100 + 90), busySince: nil)
        }
    }

    @Test("A write of 2 s is a stall, one of 8 s a failure, and one that ends is neither")
    func stalls() {
        var machine = Self.live()
        let since = Self.time(10)
        #expect(machine.tick(at: Self.time(11.9), busySince: since).isEmpty && machine.state == .live)
        #expect(machine.tick(at: Self.time(12), busySince: since).isEmpty && machine.state == .stalled)
        #expect(machine.tick(at: Self.time(13), busySince: nil).isEmpty && machine.state == .live)
        #expect(machine.tick(at: Self.time(17.9), busySince: since).isEmpty && machine.state == .stalled)
        #expect(machine.tick(at: Self.time(18), busySince: since) == [.disconnect] && machine.state == .waiting)
    }

    @Test("A target that does not answer for 10 s is dropped")
    func silence() {
        var machine = Self.machine()
        _ = machine.start(at: Self.time(0))
        #expect(machine.tick(at: Self.time(9.9), busySince: nil).isEmpty)
        #expect(machine.tick(at: Self.time(10), busySince: nil) == [.disconnect] && machine.state == .waiting)
    }

    @Test("A request to stop ends it at once, or within 700 ms where the output must be completed")
    func stopping() {
        var connecting = Self.machine()
        _ = connecting.start(at: Self.time(0))
        #expect(connecting.handle(.stopRequested, at: Self.time(1)) == [.disconnect] && connecting.isOver)
        var waiting = Self.live()
        _ = waiting.handle(Self.lost, at: Self.time(1))
        #expect(waiting.handle(.stopRequested, at: Self.time(1)).isEmpty && waiting.isOver && waiting.failure == nil)
        var live = Self.live()
        #expect(live.handle(.stopRequested, at: Self.time(1)) == [.complete] && live.state == .ending)
        var late = live
        #expect(live.handle(.completed, at: Self.time(1.1)) == [.disconnect] && live.state == .ended)
        #expect(late.tick(at: Self.time(1.69), busySince: Self.time(0)).isEmpty)
        #expect(late.tick(at: Self.time(1.7), busySince: Self.time(0)) == [.disconnect] && late.isOver)
    }

    @Test("A pause holds over a new connection, and is asked for once")
    func pausing() {
        var machine = Self.live()
        #expect(machine.handle(.pauseRequested, at: Self.time(1)) == [.suspend] && machine.state == .paused)
        #expect(machine.handle(.pauseRequested, at: Self.time(1)).isEmpty)
        _ = machine.handle(Self.lost, at: Self.time(2))
        _ = machine.tick(at: Self.time(3), busySince: nil)
        #expect(machine.handle(.connected, at: Self.time(3)) == [.suspend] && machine.state == .paused)
        #expect(machine.handle(.resumeRequested, at: Self.time(4)) == [.resume] && machine.state == .live)
    }

    @Test("A file that cannot be written is not tried again")
    func unwritable() {
        var machine = Self.live()
        _ = machine.handle(.failed(BroadcastFailure(.unwritable, reason: "the disk is full")), at: Self.time(1))
        #expect(machine.isOver && machine.failure?.kind == .unwritable)
    }

    @Test("Over random events: it connects only when nothing is connected, and an ended one stays so")
    func property() {
        var random = SplitMix64.seeded()
        let failures: [BroadcastFailure.Kind] = [.refused, .lost, .unwritable]
        for _ in 0..<2_000 {
            var machine = BroadcastMachine(limits: .init(retries: Bool.random(using: &random) ? 3 : nil))
            var now = Self.time(0)
            var links = 0
            func carryOut(_ actions: [BroadcastMachine.Action]) {
                for action in actions {
                    if action == .connect { links += 1 }
                    if action == .disconnect { links -= 1 }
                    if [.suspend, .resume, .complete].contains(action) { #expect(links == 1) }
                }
                #expect(links == (machine.isOver || machine.state == .waiting ? 0 : 1))
            }
            carryOut(machine.start(at: now))
            for _ in 0..<40 {
                now = now + .milliseconds(Int64.random(in: 0...12_000, using: &random))
                let wasOver = machine.isOver
                let isConnected = links == 1
                switch Int.random(in: 0..<8, using: &random) {
                case 0: carryOut(machine.handle(.pauseRequested, at: now))
                case 1: carryOut(machine.handle(.resumeRequested, at: now))
                case 2 where Int.random(in: 0..<8, using: &random) == 0:
                    carryOut(machine.handle(.stopRequested, at: now))
                case 3 where isConnected: carryOut(machine.handle(.connected, at: now))
                case 4 where isConnected:
                    let kind = failures[Int.random(in: 0..<3, using: &random)]
                    carryOut(machine.handle(.failed(BroadcastFailure(kind, reason: "a reason")), at: now))
                case 5 where isConnected && Int.random(in: 0..<8, using: &random) == 0:
                    carryOut(machine.handle(.completed, at: now))
                default:
                    let busy = Bool.random(using: &random) ? now - .milliseconds(Int64(random.next() % 10_000)) : nil
                    carryOut(machine.tick(at: now, busySince: busy))
                }
                if wasOver { #expect(machine.isOver) }
            }
        }
    }
}
