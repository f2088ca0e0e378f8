/// What a source of sound delivers.
package enum SoundEvent {
    /// Interleaved samples at 48 kHz, -1...1, and the instant of the first. Valid during the call only.
    case samples(UnsafeBufferPointer<Float>, at: HostTime)
    /// Nothing more will come from this source.
    case lost(CaptureError)
}
