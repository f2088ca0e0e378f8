package import MediaTime

/// The state machine of a broadcast to one target. A pure value: events go in, actions come out, and the caller
/// performs them and passes the time.
package struct BroadcastMachine: Sendable {
    package enum Event: Equatable, Sendable {
        /// The target accepted the connection.
        case connected
        /// The attempt or the connection failed.
        case failed(BroadcastFailure)
        case pauseRequested, resumeRequested, stopRequested
        /// All of the recording was sent, and the output is complete.
        case completed
        /// The recording ended. The rest of it is still being sent if the target is live.
        case recordingEnded
    }

    package enum Action: Equatable, Sendable {
        /// Opens a new connection.
        case connect
        /// Drops the connection at once.
        case disconnect
        /// Completes the output and closes the connection. `.completed` follows.
        case complete
        /// Stops or continues sending. The connection stays open.
        case suspend, resume
    }

    /// The settings of the machine.
    package struct Limits: Equatable, Sendable {
        /// The time limit for a connection.
        package var connecting = Duration.seconds(10)
        /// The duration of a write after which the target counts as stalled.
        package var stall = Duration.seconds(2)
        /// The duration of a write after which the connection is dropped.
        package var silence = Duration.seconds(8)
        /// The time after which a live target counts as reliable, so that delays begin again.
        package var reliable = Duration.seconds(30)
        /// The time limit for completing the output after a request to stop.
        package var completion = Duration.milliseconds(700)
        /// The maximum number of attempts in a row that fail; nil for no limit.
        package var retries: Int?

        package init(retries: Int? = nil) { self.retries = retries }

        /// Creates the limits for a destination. A handler has time limits of its own, which are shorter. It stalls
        /// sooner, because no network is in between.
        package init(retries: Int?, for destination: BroadcastDestination) {
            self.init(retries: retries)
            guard case .handler = destination else { return }
            (connecting, silence, completion) = (.seconds(15), .seconds(3600), .seconds(9))
            stall = .milliseconds(500)
        }
    }

    private enum Phase: Equatable {
        case connecting(since: HostTime)
        case live(since: HostTime)
        /// Waits for the next attempt.
        case waiting(until: HostTime)
        /// The output is being completed.
        case completing(until: HostTime)
        case ended
    }

    private let limits: Limits
    private let jitter: @Sendable () -> Double
    private var phase = Phase.ended
    private var delay = RetryDelay()
    private var isPaused = false
    private var isStalled = false
    /// True if the target has accepted a connection before. It then knows the key.
    private var hasBeenLive = false
    /// The number of refusals in a row.
    private var refusals = 0
    /// The last failure; nil while the target is live.
    package private(set) var failure: BroadcastFailure?

    /// The number of refusals after which there is no further attempt.
    private static let maxRefusals = 2

    /// - Parameter jitter: Returns a factor for each delay, 0.75 to 1.25.
    package init(
        limits: Limits = Limits(), jitter: @escaping @Sendable () -> Double = { .random(in: 0.75...1.25) }
    ) {
        self.limits = limits
        self.jitter = jitter
    }

    /// The state for users.
    package var state: BroadcastStatus.State {
        switch phase {
        case .connecting: .connecting
        case .live: isStalled ? .stalled : isPaused ? .paused : .live
        case .waiting: .waiting
        case .completing: .ending
        case .ended: failure?.kind == .refused ? .refused : .ended
        }
    }

    /// True when there will be no further action.
    package var isOver: Bool { phase == .ended }

    /// The time of the next attempt, or nil if none is planned.
    package var nextAttempt: HostTime? {
        if case .waiting(let until) = phase { until } else { nil }
    }

    /// The number of failed attempts since the target was last live for long.
    package var failedAttempts: Int { delay.failures }

    /// Begins with the first attempt.
    package mutating func start(at now: HostTime) -> [Action] { connect(at: now) }

    package mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
        switch (phase, event) {
        case (.ended, _): return []
        case (_, .completed):
            phase = .ended
            return [.disconnect]
        case (.completing, .failed(let failure)):
            // A connection that is closed may be lost, but a handler must end as it is asked to.
            if failure.kind == .handler { self.failure = failure }
            return end()
        case (.completing, .stopRequested): return end()
        case (.completing, _): return []
        case (.connecting, .connected): return goLive(at: now)
        case (_, .failed(let failure)): return fail(failure, at: now)
        case (.live, .stopRequested):
            phase = .completing(until: now + limits.completion)
            return [.complete]
        case (_, .stopRequested): return giveUp()
        // A live connection sends the rest, then completes.
        case (.live, .recordingEnded): return []
        case (_, .recordingEnded): return giveUp()
        case (_, .pauseRequested): return setPaused(true)
        case (_, .resumeRequested): return setPaused(false)
        case (_, .connected): return []
        }
    }

    /// Handles the passage of time.
    /// - Parameter busySince: The start of the write in progress, or nil if no write is in progress.
    package mutating func tick(at now: HostTime, busySince: HostTime?) -> [Action] {
        switch phase {
        case .connecting(let since) where now - since >= limits.connecting:
            let seconds = limits.connecting.components.seconds
            return fail(BroadcastFailure(.lost, reason: "it did not answer for \(seconds) s"), at: now)
        case .live(let since):
            if now - since >= limits.reliable { delay.reset() }
            let busy = busySince.map { now - $0 } ?? .zero
            isStalled = busy >= limits.stall
            guard busy >= limits.silence else { return [] }
            let seconds = limits.silence.components.seconds
            return fail(BroadcastFailure(.lost, reason: "it took no data for \(seconds) s"), at: now)
        case .waiting(let until) where now >= until: return connect(at: now)
        case .completing(let until) where now >= until: return end()
        default: return []
        }
    }

    private mutating func connect(at now: HostTime) -> [Action] {
        phase = .connecting(since: now)
        return [.connect]
    }

    private mutating func goLive(at now: HostTime) -> [Action] {
        phase = .live(since: now)
        (failure, refusals, hasBeenLive) = (nil, 0, true)
        return isPaused ? [.suspend] : []
    }

    private mutating func fail(_ failure: BroadcastFailure, at now: HostTime) -> [Action] {
        self.failure = failure
        isStalled = false
        if case .live(let since) = phase, now - since >= limits.reliable { delay.reset() }
        guard mayTryAgain(after: failure) else { return end() }
        phase = .waiting(until: now + delay.next(jitter: jitter()))
        return [.disconnect]
    }

    private mutating func mayTryAgain(after failure: BroadcastFailure) -> Bool {
        switch failure.kind {
        case .unwritable, .handler: return false
        case .refused:
            refusals += 1
            // A server that has accepted the key before may not have noticed yet that the former connection is lost.
            if !hasBeenLive, refusals >= Self.maxRefusals { return false }
        case .lost: refusals = 0
        }
        return limits.retries.map { delay.failures < $0 } ?? true
    }

    private mutating func end() -> [Action] {
        let isConnected = if case .waiting = phase { false } else { true }
        phase = .ended
        return isConnected ? [.disconnect] : []
    }

    /// Ends a broadcast that is not live, because a user or the recording has ended it. That is no failure if it was live
    /// before.
    private mutating func giveUp() -> [Action] {
        if hasBeenLive { failure = nil }
        return end()
    }

    private mutating func setPaused(_ isPaused: Bool) -> [Action] {
        guard self.isPaused != isPaused else { return [] }
        self.isPaused = isPaused
        guard case .live = phase else { return [] }
        return [isPaused ? .suspend : .resume]
    }
}
