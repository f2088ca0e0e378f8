/// An event of a recording's output.
package enum OutputEvent: Equatable, Sendable {
    /// The movie can no longer be written. The value is the reason, in a sentence.
    case failed(String)
    /// A track can no longer be encoded. The value is the reason, in a sentence.
    case encoderFailed(String)
    /// The disk is full. The reserved space suffices to complete the movie now.
    case diskFull
    /// The movie is recorded without its proxy. The value is the reason, in a sentence.
    case proxyFailed(String)
    /// A file beside the movie, such as the pointer's, ends early. The value is the reason, in a sentence.
    case notesFailed(String)
}
