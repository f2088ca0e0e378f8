import MediaTime
package import ReplaySources

/// A capture of audio from one or more sources, over one connection with one thread.
///
/// A device or server that disappears is replaced by silence until it is back. The capture looks for it about every 400 ms.
///
/// `@unchecked Sendable`: `loop` never changes, and its functions can be called from any thread. Only the three
/// functions below that call `loop.locked` access `link`, and only within that call. The loop's own thread also
/// accesses it, and holds the lock in every callback.
package final class AudioCapture: @unchecked Sendable {
    private let loop: PulseLoop
    private var link: AudioLink?

    /// Opens sources and starts delivery.
    ///
    /// - Parameters:
    ///   - server: The server, as in `$PULSE_SERVER`. Nil uses that variable, or else the user's own server.
    ///   - limit: The maximum time until the server delivers.
    ///   - handler: A callback for all sources on a separate thread. It must return within a few milliseconds, and must
    ///     not close the capture. Blocks are about 40 ms long and have no gaps. Their times are free of jitter (see
    ///     ``SampleClock``). While a source is asleep or gone, silence is delivered.
    /// - Throws: `noAudioServer`, `noAudioSource`, `audioRefused`, `outOfResources`.
    package static func open(
        _ sources: [AudioInput], server: String? = nil, limit: Duration = startLimit,
        handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) -> AudioCapture {
        let capture = AudioCapture(try PulseLoop())
        try capture.begin(sources, server: server, deadline: .now + limit, handler: handler)
        return capture
    }

    /// The default time limit for an audio server to start delivery.
    package static let startLimit = Duration.seconds(10)

    private init(_ loop: PulseLoop) {
        self.loop = loop
    }

    deinit {
        close()
    }

    private func begin(
        _ sources: [AudioInput], server: String?, deadline: HostTime,
        handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) {
        try loop.locked { () throws(CaptureError) in
            let link = try AudioLink(sources, on: loop, server: server, handler: handler)
            self.link = link
            try link.awaitSources(until: deadline)
        }
    }

    /// Waits for the first samples of the sources that should deliver some. An idle output has rendered up to 2 s
    /// ahead, and audio that is played in that time cannot be captured. Sources without samples after the limit are
    /// reported by `AudioEvent.awaited`.
    /// - Parameter limit: The maximum waiting time.
    package func awaitSamples(limit: Duration) {
        loop.locked { link?.awaitSamples(until: .now + limit) }
    }

    /// Ends the capture. The handler is not called after this returns.
    package func close() {
        loop.locked { link = nil }
    }
}
