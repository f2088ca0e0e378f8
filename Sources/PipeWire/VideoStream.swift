import CPipeWire
import Glibc

/// What takes the frames of a ``VideoStream``; called on threads of PipeWire's, one at a time.
package protocol VideoStreamReceiver: AnyObject {
    /// Frames have this size from now on, in pixels.
    func streamChanged(width: Int, height: Int)
    /// A frame came. Its memory is valid until the end of this call.
    func streamHas(_ frame: StreamFrame)
}

/// Frames of 32 bit pixels (bytes B, G, R, unused) from a node of PipeWire's, in shared memory. Used under the connection's lock.
package final class VideoStream {
    package enum State: Equatable, Sendable {
        case connecting, paused, streaming
        /// It failed, or was disconnected; why, as PipeWire says it.
        case failed(String)
    }

    package private(set) var state = State.connecting
    /// The format that was agreed on; nil: none yet.
    package private(set) var size: (width: Int, height: Int)?
    private let connection: PipeWireConnection
    private let stream: OpaquePointer
    private let events = UnsafeMutablePointer<pw_stream_events>.allocate(capacity: 1)
    private let hook = UnsafeMutablePointer<spa_hook>.allocate(capacity: 1)
    private weak var receiver: (any VideoStreamReceiver)?
    private let hasCursor: Bool

    /// One is filled while the other is read; more give no more frames.
    private static let bufferCount: Int32 = 2
    private static let maxDamageRegions: Int32 = 16
    /// Where smaller ones are offered, GNOME gives no cursor at all.
    private static let maxCursorSide: Int32 = 1024

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
        self.hasCursor = hasCursor
        self.receiver = receiver
        hook.initialize(to: spa_hook())
        listen()
        try connect(to: node, maxRate: maxRate)
    }

    deinit {
        connection.withLock { pw_stream_destroy(stream) }
        events.deallocate()
        hook.deallocate()
    }

    private func connect(to node: UInt32, maxRate: Int) throws(PipeWireError) {
        // A frame that is taken on PipeWire's data thread is given back within the cycle that brought it; otherwise the compositor
        // has its buffer back only with the frame after the next, and would need more of them.
        let flags =
            PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue
            | PW_STREAM_FLAG_RT_PROCESS.rawValue
            // What was not agreed to must not be recorded: never another node in place of one that went away.
            | PW_STREAM_FLAG_DONT_RECONNECT.rawValue
        let result = Self.withParameters({ [replay_param_format(&$0, UInt32(clamping: maxRate))] }) {
            pw_stream_connect(
                stream, SPA_DIRECTION_INPUT, node, pw_stream_flags(rawValue: flags), &$0, UInt32($0.count))
        }
        guard result >= 0 else {
            throw PipeWireError(
                .disconnected, "PipeWire does not connect the screen: \(String(cString: strerror(-result)))")
        }
    }

    // MARK: What PipeWire says

    private func listen() {
        events.initialize(to: pw_stream_events())
        events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        events.pointee.state_changed = { data, _, state, reason in
            VideoStream.from(data)?.note(state, reason.map { String(cString: $0) })
            VideoStream.from(data)?.connection.announce()
        }
        events.pointee.param_changed = { data, id, parameter in
            VideoStream.from(data)?.noteParameter(id, parameter)
        }
        events.pointee.process = { data in VideoStream.from(data)?.takeFrames() }
        pw_stream_add_listener(stream, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> VideoStream? {
        data.map { Unmanaged<VideoStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func note(_ state: pw_stream_state, _ reason: String?) {
        switch state {
        case PW_STREAM_STATE_STREAMING: self.state = .streaming
        case PW_STREAM_STATE_PAUSED: self.state = .paused
        case PW_STREAM_STATE_CONNECTING: self.state = .connecting
        default: self.state = .failed(reason ?? "it was disconnected")
        }
    }

    private func noteParameter(_ id: UInt32, _ parameter: UnsafePointer<spa_pod>?) {
        guard id == SPA_PARAM_Format.rawValue, let parameter else { return }
        var format = spa_video_info_raw()
        guard spa_format_video_raw_parse(parameter, &format) >= 0 else { return }
        size = (Int(format.size.width), Int(format.size.height))
        receiver?.streamChanged(width: Int(format.size.width), height: Int(format.size.height))
        Self.withParameters({ [hasCursor] builder in
            var parameters = [
                replay_param_buffers(&builder, Self.bufferCount), replay_param_header(&builder),
                replay_param_damage(&builder, Self.maxDamageRegions),
            ]
            if hasCursor { parameters.append(replay_param_cursor(&builder, Self.maxCursorSide)) }
            return parameters
        }) { _ = pw_stream_update_params(stream, &$0, UInt32($0.count)) }
    }

    /// On PipeWire's data thread.
    private func takeFrames() {
        while let buffer = pw_stream_dequeue_buffer(stream) {
            receiver?.streamHas(StreamFrame(buffer))
            pw_stream_queue_buffer(stream, buffer)
        }
        connection.announce()
    }

    /// Builds parameters, which stand in the builder's memory, and hands them over.
    private static func withParameters<Result>(
        _ build: (inout spa_pod_builder) -> [UnsafePointer<spa_pod>?],
        _ body: (inout [UnsafePointer<spa_pod>?]) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
            var builder = spa_pod_builder()
            builder.data = memory.baseAddress
            builder.size = UInt32(memory.count)
            var parameters = build(&builder)
            return body(&parameters)
        }
    }
}
