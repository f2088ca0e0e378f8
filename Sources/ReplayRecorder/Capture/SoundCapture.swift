import CPulse

/// Captures sound from one or several sources, over one connection with one thread.
///
/// `@unchecked Sendable`: after `open` nothing is touched but with the loop's lock held.
package final class SoundCapture: @unchecked Sendable {
    private let connection: PulseConnection
    private var streams: [SoundStream] = []

    /// Opens sources and begins to deliver.
    ///
    /// - Parameters:
    ///   - server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    ///   - handler: called on a thread of its own for all sources, which it should not keep for longer than
    ///     some milliseconds, and where the capture must not be closed. Blocks are of 20 ms or so, without
    ///     holes; their times are free of jitter (see ``SampleClock``). Silence is delivered while a source
    ///     is asleep.
    /// - Throws: `noSoundServer`, `noSoundSource`, `soundRefused`, `outOfResources`.
    package static func open(
        _ sources: [SoundSource], server: String? = nil,
        handler: @escaping @Sendable (SoundSource, SoundEvent) -> Void
    ) throws(CaptureError) -> SoundCapture {
        let capture = SoundCapture(try PulseConnection.open(server: server))
        for source in sources { try capture.add(source, handler) }
        return capture
    }

    private init(_ connection: PulseConnection) {
        self.connection = connection
    }

    deinit {
        close()
    }

    private func add(
        _ source: SoundSource, _ handler: @escaping @Sendable (SoundSource, SoundEvent) -> Void
    ) throws(CaptureError) {
        try connection.loop.locked { () throws(CaptureError) in
            let stream = try SoundStream(source, on: connection, handler: handler)
            streams.append(stream)
            try stream.start()
        }
    }

    /// Ends the capture; the handler is not called any more when this returns.
    package func close() {
        connection.loop.locked { streams.removeAll() }
    }
}
