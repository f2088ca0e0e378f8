import MediaTime
package import ReplaySources

/// Captures audio from one or several sources, over one connection with one thread.
///
/// What goes away, a device or the audio server, is silent until it is there again, and is looked for every half second.
///
/// `@unchecked Sendable`: `loop` never changes, and its functions are called from any thread. `link`, and with it all that
/// the link owns, is touched only by the three functions below that call `loop.locked`, within that call, and by the loop's
/// own thread, which has the lock whenever it calls back.
package final class AudioCapture: @unchecked Sendable {
    private let loop: PulseLoop
    private var link: AudioLink?

    /// Opens sources and begins to deliver.
    ///
    /// - Parameters:
    ///   - server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    ///   - handler: called on a thread of its own for all sources, which it should not keep for longer than
    ///     some milliseconds, and where the capture must not be closed. Blocks are of 40 ms or so, without
    ///     holes; their times are free of jitter (see ``SampleClock``). Silence is delivered while a source
    ///     is asleep or gone.
    ///   - limit: how long the server may take.
    /// - Throws: `noAudioServer`, `noAudioSource`, `audioRefused`, `outOfResources`.
    package static func open(
        _ sources: [AudioInput], server: String? = nil, limit: Duration = startLimit,
        handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) -> AudioCapture {
        let capture = AudioCapture(try PulseLoop())
        try capture.begin(sources, server, .now + limit, handler)
        return capture
    }

    /// How long an audio server may take to begin.
    package static let startLimit = Duration.seconds(10)

    private init(_ loop: PulseLoop) {
        self.loop = loop
    }

    deinit {
        close()
    }

    private func begin(
        _ sources: [AudioInput], _ server: String?, _ deadline: HostTime,
        _ handler: @escaping @Sendable (AudioInput, AudioEvent) -> Void
    ) throws(CaptureError) {
        try loop.locked { () throws(CaptureError) in
            let link = try AudioLink(sources, on: loop, server: server, handler: handler)
            self.link = link
            try link.awaitSources(until: deadline)
        }
    }

    /// Waits for the first samples of sources that have some: an idle output has rendered up to 2 s ahead, and what is
    /// played meanwhile is not to be had. Whatever has not come by then is told by `AudioEvent.awaited`.
    /// - Parameter limit: how long.
    package func awaitSamples(limit: Duration) {
        loop.locked { link?.awaitSamples(until: .now + limit) }
    }

    /// Ends the capture; the handler is not called any more when this returns.
    package func close() {
        loop.locked { link = nil }
    }
}
