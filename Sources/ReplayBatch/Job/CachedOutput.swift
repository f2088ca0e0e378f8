import MediaTime

/// An output that is there and is of the same inputs as another job: that one need not render it again.
struct CachedOutput: Codable, Sendable {
    let output: String
    /// What `output` was when it was made.
    let made: FileIdentity
    let inputs: JobInputs
    let frames: Int
    let duration: MediaTime
    let bytes: Int64

    /// - Parameter result: whose output is there still.
    /// - Returns: nil where the result is that of a failure.
    init?(_ result: JobResult) {
        guard let inputs = result.inputs, let made = result.made, result.failure == nil else { return nil }
        (output, self.made, self.inputs) = (result.output, made, inputs)
        (frames, duration, bytes) = (result.frames, result.duration, result.bytes)
    }
}
