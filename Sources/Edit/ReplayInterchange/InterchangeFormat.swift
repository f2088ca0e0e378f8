/// A file format in which edits and chapters go to other programs, and come back from some of them.
public enum InterchangeFormat: String, Hashable, Sendable, CaseIterable {
    /// OpenTimelineIO: JSON that many editors read, with all of Replay's operations as metadata.
    case otio
    /// A project of LosslessCut, in JSON5: what is kept, and marks.
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

    /// What it is called.
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

    /// Whether Replay reads it too.
    public var isReadable: Bool { self != .mlt && self != .fcpxml }

    /// Whether it has chapters alone, in the time of the edit.
    public var hasOnlyChapters: Bool { self == .vtt || self == .ffmetadata }

    /// True if the format counts whole frames of a constant rate.
    public var countsFrames: Bool { [.edl, .mlt, .fcpxml].contains(self) }

    /// The format of a file by the end of its name; nil where that says nothing.
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
