/// The method of exporting captions.
public enum CaptionMethod: String, Sendable, Hashable, Codable, CaseIterable {
    /// A track of an MP4, QuickTime, Matroska or WebM file, or of an HLS folder. The player shows it if the user turns
    /// captions on.
    case track
    /// Captions that are drawn over the frames.
    case burned
    /// A SubRip file beside the output, with the output's name.
    case srt
    /// A WebVTT file beside the output, with the output's name.
    case vtt

    /// The extension of the captions file, or nil if the method makes no file.
    var fileExtension: String? {
        switch self {
        case .track, .burned: nil
        case .srt, .vtt: rawValue
        }
    }
}
