/// What happens to the output of a recording.
package enum OutputEvent: Equatable, Sendable {
    /// The movie cannot be written any more, for a reason in a sentence.
    case failed(String)
    /// A track cannot be encoded any more, for a reason in a sentence.
    case encoderFailed(String)
    /// The disk is full; what was kept back is enough to bring the movie to its end now.
    case diskFull
    /// The movie is written without its proxy, for a reason in a sentence.
    case proxyFailed(String)
    /// A file beside the movie, such as that of the pointer, ends early, for a reason in a sentence.
    case notesFailed(String)
}
