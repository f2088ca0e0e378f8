import MediaTime
import ReplaySources

/// Keeps several sources connected to the audio server: it follows what devices there are, and when the server goes
/// away, it looks for it without end.
///
/// Everything happens with the loop's lock held, `init` and `deinit` too.
final class AudioLink {
    private let loop: PulseLoop
    private let server: String?
    private let handler: @Sendable (AudioInput, AudioEvent) -> Void
    private var feeds: [AudioFeed] = []
    private var connection: PulseConnection?
    private var ticker: PulseTicker?
    /// Why there is no connection.
    private var failure: CaptureError?
    /// When what is missing is looked for again.
    private var nextAttempt = HostTime.now

    /// How often silence is filled in.
    private static let tick = Duration.milliseconds(100)
    private static let retryInterval = Duration.milliseconds(400)

    init(
        _ sources: [AudioInput], on loop: PulseLoop, server: String?,
        handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) {
        self.loop = loop
        self.server = server
        self.handler = handler
        let ticker = try PulseTicker(loop, period: Self.tick) { [weak self] in self?.turn(isTick: $0) }
        self.ticker = ticker
        feeds = sources.map { AudioFeed($0, handler: handler) { ticker.callSoon() } }
        ticker.callSoon()
    }

    deinit {
        ticker = nil
        feeds = []
        connection = nil
    }

    /// Waits until all sources deliver.
    /// - Throws: what hinders the first of them; `audioRefused` where that takes too long.
    func awaitSources(until deadline: HostTime) throws(CaptureError) {
        while !feeds.allSatisfy(\.isAttached) {
            if let failure = failure ?? feeds.lazy.compactMap(\.failure).first { throw failure }
            guard .now < deadline else { throw hanging }
            loop.wait()
        }
    }

    /// Waits until something has come of all that should be heard; what has not by then is told as awaited.
    func awaitSamples(until deadline: HostTime) {
        while feeds.contains(where: \.isExpected), .now < deadline { loop.wait() }
        for feed in feeds { feed.tellIfSilent() }
    }

    /// What is to be said of a server that answers, and begins nothing.
    private var hanging: CaptureError {
        connection?.serverName.map { PulseConnection.idle($0) } ?? PulseConnection.silent
    }

    /// Does what is to be done, outside of libpulse's own callbacks: there nothing may be freed.
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
