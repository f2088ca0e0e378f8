/// A file to write for another program.
public struct InterchangeFile: Hashable, Sendable {
    /// The file's format.
    public let format: InterchangeFormat
    /// The file's contents.
    public let text: String
    /// A sentence about the parts of the edit that are not in the file, or nil if there are none.
    public let loss: String?
}

extension InterchangeContent {
    /// Returns the edit, or its chapters, as a file in a format.
    /// - Throws: ``InterchangeError`` if there are no chapters to write, or if the edit exceeds the limits of
    ///   the format.
    package func file(as format: InterchangeFormat) throws(InterchangeError) -> InterchangeFile {
        let grid = FrameGrid(edit, rate: media.frameRate)
        guard !grid.clips.isEmpty else {
            throw InterchangeError(format, reason: "the edit is shorter than half a frame")
        }
        let text =
            switch format {
            case .otio: try openTimelineIO()
            case .llc: losslessCutProject()
            case .edl: try cmx3600(grid)
            case .mlt: mltXML(grid)
            case .fcpxml: finalCutXML(grid)
            case .vtt: try chapterList(format).webVTTChapters
            case .ffmetadata: try chapterList(format).ffmpegMetadata
            }
        return InterchangeFile(format: format, text: text, loss: loss(in: format, grid))
    }

    private func chapterList(_ format: InterchangeFormat) throws(InterchangeError) -> [Chapter] {
        let chapters = chapters
        guard !chapters.isEmpty else {
            throw InterchangeError(format, reason: "the kept ranges have no marks, so there are no chapters to write")
        }
        return chapters
    }
}
