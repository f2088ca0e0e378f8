public import MediaTime

/// How far an export is.
public enum ExportProgress: Sendable {
    /// It goes on: so much of the output is there, of its whole length.
    case rendering(done: MediaTime, of: MediaTime)
    /// It begins again, and now encodes all frames.
    case startedOver(because: Rendering.Obstacle)
    /// The output is there, whole.
    case finished(ExportResult)
}

/// What an export made.
public struct ExportResult: Codable, Sendable {
    /// The output's path, as it was asked for.
    public var path: String
    /// How long it is.
    public var duration: MediaTime
    /// Frames in it.
    public var frames: Int
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// In bytes.
    public var bytes: Int64
    /// Whether frames were copied where they could be.
    public var isSmart: Bool
    /// Why all frames were encoded, where they were; in words.
    public var obstacle: String?
    /// What of the recording is damaged, and could not be exported as it was recorded, in a sentence; nil where nothing is
    /// known to be.
    public var damage: String?
    /// The change of a size with odd sides, which no 4:2:0 frame has, in a sentence; nil if the sides are even.
    public var sizeNote: String?
    /// What is in the folder, of an export to HLS.
    public var hls: HLSContents?
    /// What was done, read back from the output; there where it was asked for.
    public var receipt: ExportReceipt?
}

/// Thins progress out to steps of half a percent.
struct ProgressSteps {
    let total: MediaTime
    private var last: Int64 = -1

    init(total: MediaTime) { self.total = total }

    mutating func isStep(_ done: MediaTime) -> Bool {
        let step = done.converted(to: total.timescale, rounding: .down).value * 200 / max(1, total.value)
        defer { last = max(last, step) }
        return step > last
    }
}
