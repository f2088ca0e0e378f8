import CPipeWire
import Synchronization

/// The receiver of PipeWire's events about a stream. It does not own the stream, because a PipeWire thread may release
/// this object last.
final class StreamListener {
    // Guarded by the connection's lock.
    private(set) var state = VideoStream.State.connecting
    private(set) var size: (width: Int, height: Int)?
    private let stream: OpaquePointer
    private let hasCursor: Bool
    private let receiver: any VideoStreamReceiver
    private let news: EventCounter
    private let events = UnsafeMutablePointer<pw_stream_events>.allocate(capacity: 1)
    /// The addresses of the buffers whose memory exists. The lock is held while frames are taken on PipeWire's data
    /// thread, so that no memory is freed before its frame is returned or kept.
    private let buffers = Mutex<Set<UInt>>([])

    /// The number of buffers: one is read, one is in transit, one is filled. More buffers do not give more frames.
    private static let bufferCount: Int32 = 3
    private static let maxDamageRegions: Int32 = 16
    /// The maximum cursor size to offer, in pixels. If a smaller maximum is offered, GNOME sends no cursor at all.
    private static let maxCursorSide: Int32 = 1024

    init(_ stream: OpaquePointer, hasCursor: Bool, receiver: any VideoStreamReceiver, news: EventCounter) {
        (self.stream, self.hasCursor, self.receiver, self.news) = (stream, hasCursor, receiver, news)
        events.initialize(to: pw_stream_events())
        events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        events.pointee.state_changed = { data, _, state, reason in
            StreamListener.from(data)?.note(state, reason: reason.map { String(cString: $0) })
        }
        events.pointee.param_changed = { data, id, parameter in
            StreamListener.from(data)?.noteParameter(id, value: parameter)
        }
        events.pointee.add_buffer = { data, buffer in StreamListener.from(data)?.noteBuffer(buffer) }
        events.pointee.remove_buffer = { data, buffer in StreamListener.from(data)?.noteRemoval(buffer) }
        events.pointee.process = { data in StreamListener.from(data)?.takeFrames() }
    }

    deinit { events.deallocate() }

    /// Registers the callbacks.
    /// - Parameter hook: A hook, removed when the stream is destroyed. This object must exist until then.
    func listen(_ hook: UnsafeMutablePointer<spa_hook>) {
        pw_stream_add_listener(stream, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> StreamListener? {
        data.map { Unmanaged<StreamListener>.fromOpaque($0).takeUnretainedValue() }
    }

    private func note(_ state: pw_stream_state, reason: String?) {
        switch state {
        case PW_STREAM_STATE_STREAMING: self.state = .streaming
        case PW_STREAM_STATE_PAUSED: self.state = .paused
        case PW_STREAM_STATE_CONNECTING: self.state = .connecting
        default: self.state = .failed(reason ?? "it was disconnected")
        }
        news.increment()
    }

    private func noteParameter(_ id: UInt32, value parameter: UnsafePointer<spa_pod>?) {
        guard id == SPA_PARAM_Format.rawValue, let parameter else { return }
        var format = spa_video_info_raw()
        guard spa_format_video_raw_parse(parameter, &format) >= 0 else { return }
        size = (Int(format.size.width), Int(format.size.height))
        receiver.streamChanged(width: Int(format.size.width), height: Int(format.size.height))
        spa_pod_builder.withParameters(builtBy: { [hasCursor] builder in
            var parameters = [
                replay_param_buffers(&builder, Self.bufferCount), replay_param_header(&builder),
                replay_param_damage(&builder, Self.maxDamageRegions),
            ]
            if hasCursor { parameters.append(replay_param_cursor(&builder, Self.maxCursorSide)) }
            return parameters
        }) { _ = pw_stream_update_params(stream, &$0, UInt32($0.count)) }
    }

    private func noteBuffer(_ buffer: UnsafeMutablePointer<pw_buffer>?) {
        buffers.withLock { _ = $0.insert(UInt(bitPattern: buffer)) }
    }

    /// Handles the removal of a buffer. All buffers are always removed together.
    private func noteRemoval(_ buffer: UnsafeMutablePointer<pw_buffer>?) {
        buffers.withLock {
            $0.remove(UInt(bitPattern: buffer))
            receiver.streamLosesFrames()
        }
    }

    /// Takes the frames that have arrived. Called on PipeWire's data thread.
    private func takeFrames() {
        buffers.withLock { buffers in
            // A buffer may be removed while its frame is in transit.
            while let buffer = pw_stream_dequeue_buffer(stream), buffers.contains(UInt(bitPattern: buffer)) {
                receiver.streamHas(StreamFrame(buffer))?.giveBack(to: stream)
            }
        }
        news.increment()
    }
}

extension spa_pod_builder {
    /// Builds parameters in a builder's memory and passes them to `body`.
    static func withParameters<Result>(
        builtBy build: (inout spa_pod_builder) -> [UnsafePointer<spa_pod>?],
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
