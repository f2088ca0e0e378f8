import MediaTime
import ReplaySources

/// A connection of several sources to the audio server. It follows changes of the devices. If the server goes away, it
/// keeps trying to reconnect.
///
/// All calls are made with the loop's lock held, including `init` and `deinit`.
final class AudioLink {
    private let loop: PulseLoop
    private let server: String?
    private let handler: @Sendable (AudioInput, AudioEvent) -> Void
    private var feeds: [AudioFeed] = []
    private var connection: PulseConnection?
    private var ticker: PulseTicker?
    /// The error of the last connection attempt, or nil.
    private var failure: CaptureError?
    /// The time of the next attempt to find what is missing.
    private var nextAttempt = HostTime.now

    /// The interval at which silence is filled in.
    private static let tick = Duration.milliseconds(100)
    private static let retryInterval = Duration.milliseconds(400)

    init(
        _ sources: [AudioInput], on loop: PulseLoop, server: String?,
        handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) {
        self.loop = loop
        self.server = server
        self.handler = handler
        let ticker = try PulseTicker(on: loop, period: Self.tick) { [weak self] in self?.turn(isTick: $0) }
        self.ticker = ticker
        feeds = sources.map { AudioFeed($0, handler: handler) { ticker.callSoon() } }
        ticker.callSoon()
    }

    deinit {
        ticker = nil
        feeds = []
        connection = nil
    }

    /// Waits until all sources are attached.
    /// - Throws: The error of the connection or of the first failed source, or `audioRefused` after the deadline.
    func awaitSources(until deadline: HostTime) throws(CaptureError) {
        while !feeds.allSatisfy(\.isAttached) {
            if let failure = failure ?? feeds.lazy.compactMap(\.failure).first { throw failure }
            guard .now < deadline else { throw hanging }
            loop.wait()
        }
    }

    /// Waits until all expected sources have delivered samples. Those that have not by the deadline are reported as awaited.
    func awaitSamples(until deadline: HostTime) {
        while feeds.contains(where: \.isExpected), .now < deadline { loop.wait() }
        for feed in feeds { feed.tellIfSilent() }
    }

    /// The error for a server that answers but starts no stream.
    private var hanging: CaptureError {
        connection?.serverName.map { PulseConnection.idle($0) } ?? PulseConnection.silent
    }

    /// Does the pending work. It runs outside of libpulse's callbacks, because nothing may be freed there.
    private func turn(isTick: Bool) {
        let now = HostTime.now
        if isTick { for feed in feeds { feed.keepUp(at: now) } }
        followConnection()
        if now >= nextAttempt { retry(at: now) }
        loop.signal()
    }

    private func followConnection() {
        guard let connection else { return }
        if let failure = connection.failure {
            for feed in feeds { feed.lose(failure) }
            self.connection = nil
            self.failure = failure
        } else if let inventory = connection.takeInventory() {
            failure = nil
            for feed in feeds { feed.follow(inventory, on: connection) }
        } else {
            for feed in feeds { feed.checkStreams() }
        }
    }

    private func retry(at now: HostTime) {
        nextAttempt = now + Self.retryInterval
        if let connection {
            if feeds.contains(where: { $0.failure != nil }) { connection.refresh() }
        } else {
            do throws(CaptureError) {
                connection = try PulseConnection(loop, server: server) { [weak ticker] in ticker?.callSoon() }
            } catch {
                failure = error
            }
        }
    }
}
