import FFmpeg
import MediaTime

/// What runs a plan. Blocks: it wants a thread of its own.
protocol Renderer {
    /// Writes the output.
    /// - Parameters:
    ///   - sound: nil for an output without.
    ///   - progress: called with how much of the output is done; false cancels.
    /// - Returns: the number of pictures in the output.
    /// - Throws: `ExportError.cancelled`, `FFmpegError`, `MovieError`.
    func render(to muxer: Muxer, sound: (any SoundOutput)?, progress: @escaping (MediaTime) -> Bool) throws -> Int
}
