package import ReplayErrors

/// An image of a recording that cannot be drawn.
package enum StillsError: CategorizedError {
    /// There is no audio in this recording.
    case noAudio(String)
    /// One of its sides would be longer than `maxSide`.
    case tooLarge(width: Int, height: Int)

    /// In pixels: as long as the side of a video may be.
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
            "the sheet would be \(width)x\(height) pixels, more than \(Self.maxSide) a side; "
                + "ask for fewer frames, or a smaller --tile-width"
        }
    }
}
