/// What a source of sound delivers.
package enum SoundEvent {
    /// Interleaved samples at 48 kHz, -1...1, and the instant of the first. Valid during the call only.
    case samples(UnsafeBufferPointer<Float>, at: HostTime)
    /// The source is gone: silence follows, while it is looked for without end.
    case lost(CaptureError)
    /// A lost source is there again; its samples follow.
    case recovered
}
