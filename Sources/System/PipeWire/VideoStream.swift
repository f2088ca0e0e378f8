import CPipeWire
import Glibc

/// A receiver of the frames of a ``VideoStream``. It is called on PipeWire's threads, one call at a time. Any of these
/// threads may release it last.
package protocol VideoStreamReceiver: AnyObject, Sendable {
    /// Sets the size of the frames from now on, in pixels.
    func streamChanged(width: Int, height: Int)
    /// Receives a frame, which may be kept until the next one arrives.
    /// - Returns: The frame to return to the sender, this one or the previous one, or nil to return none.
    func streamHas(_ frame: consuming StreamFrame) -> StreamFrame?
    /// Drops kept frames. The memory of all frames is freed after this returns.
    func streamLosesFrames()
}

/// A stream of frames of 32-bit pixels (bytes B, G, R, unused) from a PipeWire node, in shared memory. Use it under the
/// connection's lock.
package final class VideoStream {
    package enum State: Equatable, Sendable {
        case connecting, paused, streaming
        /// The stream failed or was disconnected. The text is PipeWire's reason.
        case failed(String)
    }

    package var state: State { listener.state }
    /// The size of the negotiated format in pixels, or nil if there is none yet.
    package var size: (width: Int, height: Int)? { listener.size }
    private let connection: PipeWireConnection
    private let stream: OpaquePointer
    private let listener: StreamListener
    private let hook = UnsafeMutablePointer<spa_hook>.allocate(capacity: 1)

    /// Connects to a node.
    /// - Parameters:
    ///   - hasCursor: True to request the cursor as metadata of the frames.
    ///   - maxRate: The maximum number of frames per second.
    ///   - receiver: The receiver of the frames.
    /// - Throws: `outOfResources`, `disconnected`.
    package init(
        _ node: UInt32, on connection: PipeWireConnection, hasCursor: Bool, maxRate: Int,
        receiver: any VideoStreamReceiver
    ) throws(PipeWireError) {
        let properties = pw_properties_new_string("media.type=Video media.category=Capture media.role=Screen")
        guard let stream = pw_stream_new(connection.core, "replay", properties) else {
            throw PipeWireError(.outOfResources, description: "no memory is left for a PipeWire stream")
        }
        self.connection = connection
        self.stream = stream
        listener = StreamListener(stream, hasCursor: hasCursor, receiver: receiver, news: connection.news)
        hook.initialize(to: spa_hook())
        listener.listen(hook)
        try connect(to: node, maxRate: maxRate)
    }

    /// Destroys the stream. No callback runs after this returns.
    deinit {
        connection.withLock { pw_stream_destroy(stream) }
        hook.deallocate()
    }

    private func connect(to node: UInt32, maxRate: Int) throws(PipeWireError) {
        // With RT_PROCESS, a buffer that is returned on PipeWire's data thread goes back in the cycle that delivered a
        // frame. Otherwise the compositor gets it only after the next frame but one, and would need more buffers.
        let flags =
            PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue
            | PW_STREAM_FLAG_RT_PROCESS.rawValue
            // Replay must not record anything without consent: it never connects to another node instead of a lost one.
            | PW_STREAM_FLAG_DONT_RECONNECT.rawValue
        let result = spa_pod_builder.withParameters(builtBy: {
            [replay_param_format(&$0, UInt32(clamping: maxRate))]
        }) {
            pw_stream_connect(
                stream, SPA_DIRECTION_INPUT, node, pw_stream_flags(rawValue: flags), &$0, UInt32($0.count))
        }
        guard result >= 0 else {
            throw PipeWireError(
                .disconnected,
                description: "PipeWire does not connect the screen: \(String(cString: strerror(-result)))")
        }
    }
}
