package import MediaTime
package import ReplaySources

/// An event of an audio source.
package enum AudioEvent {
    /// Interleaved samples at 48 kHz, in -1...1, and the time of the first one. The buffer is valid only during the call.
    case samples(UnsafeBufferPointer<Float>, at: HostTime)
    /// The source is gone. Silence follows, while the capture keeps looking for the source.
    case lost(CaptureError)
    /// The source has delivered nothing yet, and silence is recorded instead. The text gives the reason in a sentence.
    case awaited(String)
    /// The awaited source delivers; its samples follow.
    case arrived
    /// A lost source is back; its samples follow.
    case recovered
}
