package import MediaTime
package import ReplaySources

/// What a source of audio delivers.
package enum AudioEvent {
    /// Interleaved samples at 48 kHz, -1...1, and the instant of the first. Valid during the call only.
    case samples(UnsafeBufferPointer<Float>, at: HostTime)
    /// The source is gone: silence follows, while it is looked for without end.
    case lost(CaptureError)
    /// Nothing has come of the source yet, and silence is recorded in its place: why, in a sentence.
    case awaited(String)
    /// What was awaited has come; its samples follow.
    case arrived
    /// A lost source is there again; its samples follow.
    case recovered
}
