/// The result of appending a frame to a ``SampleBufferRecorder``.
public enum AppendResult: Hashable, Sendable {
    /// The frame is in the encoder's queue.
    case accepted
    /// The frame was dropped because the encoder's queue is full. The same frame may be accepted a little later.
    case encoderIsBehind
    /// The frame was dropped because its pixels are fewer than its rows need.
    case bufferTooSmall
    /// The frame was dropped because its time is not after that of the previous frame.
    case notAfterPrevious
    /// The frame was dropped because the recording has ended.
    case ended
}
