/// A file format for exchanging edits and chapters with other programs. Some formats can only be written.
public enum InterchangeFormat: String, Hashable, Sendable, CaseIterable {
    /// OpenTimelineIO: JSON that many editors read, with all of Replay's operations as metadata.
    case otio
    /// A LosslessCut project in JSON5: kept ranges and marks.
    case llc
    /// CMX3600, the edit-decision list of tape editing: cuts and speeds, in whole frames.
    case edl
    /// MLT XML, for Shotcut, Kdenlive and `melt`: cuts and speeds, in whole frames.
    case mlt
    /// Final Cut Pro's XML: cuts, speeds and chapters, in whole frames.
    case fcpxml
    /// Chapters in WebVTT.
    case vtt
    /// Chapters in FFmpeg's metadata format.
    case ffmetadata

    /// The name of the format.
    public var name: String {
        switch self {
        case .otio: "OpenTimelineIO"
        case .llc: "LosslessCut"
        case .edl: "CMX3600"
        case .mlt: "MLT XML"
        case .fcpxml: "FCPXML"
        case .vtt: "WebVTT"
        case .ffmetadata: "FFmpeg metadata"
        }
    }

    /// True if Replay can also read the format.
    public var isReadable: Bool { self != .mlt && self != .fcpxml }

    /// True if the format has only chapters, in edited time.
    public var hasOnlyChapters: Bool { self == .vtt || self == .ffmetadata }

    /// True if the format counts whole frames of a constant rate.
    public var countsFrames: Bool { [.edl, .mlt, .fcpxml].contains(self) }

    /// Recognizes the format by a file name's extension, or returns nil if the extension is not known.
    public init?(fileName: String) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
        switch ending {
        case "ffmeta", "ffmetadata": self = .ffmetadata
        case "otio", "llc", "edl", "mlt", "fcpxml", "vtt": self.init(rawValue: ending)
        default: return nil
        }
    }
}
