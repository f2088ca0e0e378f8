package import ReplayErrors

/// An error that occurs while drawing an image of a recording.
package enum StillsError: CategorizedError {
    /// The recording has no audio. The value is its name.
    case noAudio(String)
    /// A side of the image would be longer than `maxSide`.
    case tooLarge(width: Int, height: Int)

    /// The maximum length of a side, in pixels. It is the same as that of an exported video.
    static let maxSide = 16_384

    package var category: ErrorCategory {
        switch self {
        case .noAudio: .badData
        case .tooLarge: .usage
        }
    }

    package var description: String {
        switch self {
        case .noAudio(let name): "“\(name)” has no audio"
        case .tooLarge(let width, let height):
            "the sheet would be \(width)x\(height) pixels, more than \(Self.maxSide) per side; "
                + "choose fewer frames or a smaller --tile-width"
        }
    }
}
