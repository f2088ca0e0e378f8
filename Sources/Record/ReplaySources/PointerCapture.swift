/// The ways in which a recording shows the pointer.
package enum PointerCapture: Hashable, Sendable {
    /// The pointer is a part of the frames.
    case inFrames
    /// The pointer is left out of the frames, and its shapes are reported.
    case apart
    /// The pointer is left out.
    case hidden
}
