import CPipeWire
import Glibc

/// What takes the frames of a ``VideoStream``; called on threads of PipeWire's, one at a time, which may be the last to let go
/// of it.
package protocol VideoStreamReceiver: AnyObject, Sendable {
    /// Frames have this size from now on, in pixels.
    func streamChanged(width: Int, height: Int)
    /// A frame came, which may be kept until the next has come.
    /// - Returns: what is given back to the sender: this frame or the one before; nil: nothing is.
    func streamHas(_ frame: consuming StreamFrame) -> StreamFrame?
    /// The memory of all frames goes when this returns.
    func streamLosesFrames()
}

/// Frames of 32 bit pixels (bytes B, G, R, unused) from a node of PipeWire's, in shared memory. Used under the connection's lock.
package final class VideoStream {
    package enum State: Equatable, Sendable {
        case connecting, paused, streaming
        /// It failed, or was disconnected; why, as PipeWire says it.
        case failed(String)
    }

    package var state: State { listener.state }
    /// The format that was agreed on; nil: none yet.
    package var size: (width: Int, height: Int)? { listener.size }
    private let connection: PipeWireConnection
    private let stream: OpaquePointer
    private let listener: StreamListener
    private let hook = UnsafeMutablePointer<spa_hook>.allocate(capacity: 1)

    /// Connects to a node.
    /// - Parameters:
    ///   - hasCursor: whether the cursor is asked for as metadata of the frames.
    ///   - maxRate: the most frames per second.
    /// - Throws: `outOfResources`, `disconnected`.
    package init(
        _ node: UInt32, on connection: PipeWireConnection, hasCursor: Bool, maxRate: Int,
        receiver: any VideoStreamReceiver
    ) throws(PipeWireError) {
        let properties = pw_properties_new_string("media.type=Video media.category=Capture media.role=Screen")
        guard let stream = pw_stream_new(connection.core, "replay", properties) else {
            throw PipeWireError(.outOfResources, "no memory is left for a stream of PipeWire's")
        }
        self.connection = connection
        self.stream = stream
        listener = StreamListener(stream, hasCursor: hasCursor, receiver: receiver, news: connection.news)
        hook.initialize(to: spa_hook())
        listener.listen(hook)
        try connect(to: node, maxRate: maxRate)
    }

    /// Returns when nothing of the stream is called back any more.
    deinit {
        connection.withLock { pw_stream_destroy(stream) }
        hook.deallocate()
    }

    private func connect(to node: UInt32, maxRate: Int) throws(PipeWireError) {
        // A buffer that is given back on PipeWire's data thread goes back within the cycle that brought a frame; otherwise the
        // compositor has it only with the frame after the next, and would need more of them.
        let flags =
            PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue
            | PW_STREAM_FLAG_RT_PROCESS.rawValue
            // What was not agreed to must not be recorded: never another node in place of one that went away.
            | PW_STREAM_FLAG_DONT_RECONNECT.rawValue
        let result = spa_pod_builder.withParameters({ [replay_param_format(&$0, UInt32(clamping: maxRate))] }) {
            pw_stream_connect(
                stream, SPA_DIRECTION_INPUT, node, pw_stream_flags(rawValue: flags), &$0, UInt32($0.count))
        }
        guard result >= 0 else {
            throw PipeWireError(
                .disconnected, "PipeWire does not connect the screen: \(String(cString: strerror(-result)))")
        }
    }
}
