/// A file for another program, as it is written.
public struct InterchangeFile: Hashable, Sendable {
    /// Its format.
    public let format: InterchangeFormat
    /// What is in it.
    public let text: String
    /// What of the edit is not in it, in a sentence; nil: nothing.
    public let loss: String?
}

extension InterchangeContent {
    /// The edit, or its chapters, as a file of a format.
    /// - Throws: where there are no chapters, or the format cannot have so much.
    package func file(as format: InterchangeFormat) throws(InterchangeError) -> InterchangeFile {
        let grid = FrameGrid(edit, rate: media.frameRate)
        guard !grid.clips.isEmpty else {
            throw InterchangeError(format, "the edit is shorter than half a frame")
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
            throw InterchangeError(format, "nothing that is kept was marked, so there are no chapters to write")
        }
        return chapters
    }
}
