/// How an export gives its captions.
public enum CaptionMethod: String, Sendable, Hashable, Codable, CaseIterable {
    /// As a track that a player shows when somebody wants it: of an MP4 file, or of an HLS folder.
    case track
    /// Drawn over the frames.
    case burned
    /// In a file of SubRip beside the output, of the same name.
    case srt
    /// In a file of WebVTT beside the output, of the same name.
    case vtt

    /// The extension of its file; nil where there is none.
    var fileExtension: String? {
        switch self {
        case .track, .burned: nil
        case .srt, .vtt: rawValue
        }
    }
}
