import MediaTime

/// An output that is there already and is of the same inputs as another job: that one need not render it again.
struct JobTwin: Codable, Sendable {
    let output: String
    let inputs: JobInputs
    let frames: Int
    let duration: MediaTime
    let bytes: Int64

    /// - Returns: nil where the result is that of a failure, or the output has changed since.
    init?(_ result: JobResult) {
        guard let inputs = result.inputs, result.isIntact else { return nil }
        (output, self.inputs) = (result.output, inputs)
        (frames, duration, bytes) = (result.frames, result.duration, result.bytes)
    }
}
