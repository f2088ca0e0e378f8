public import HLSOutput
public import MediaTime
public import ReplayRendering

/// The progress of an export.
public enum ExportProgress: Sendable {
    /// The export is running: the duration of the output that is written, and the output's whole duration.
    case rendering(done: MediaTime, of: MediaTime)
    /// The export starts again and encodes all frames.
    case startedOver(because: Rendering.Obstacle)
    /// The output is complete.
    case finished(ExportResult)
}

/// The result of an export.
public struct ExportResult: Codable, Sendable {
    /// The output's path, as the caller specified it.
    public var path: String
    /// The output's duration.
    public var duration: MediaTime
    /// The number of frames in the output.
    public var frames: Int
    /// The width of the frames, in pixels.
    public var width: Int
    /// The height of the frames, in pixels.
    public var height: Int
    /// The output's size, in bytes.
    public var bytes: Int64
    /// True if frames were copied if possible; false if all frames were encoded.
    public var isSmart: Bool
    /// The reason for encoding all frames, in words, or nil if frames were copied.
    public var obstacle: String?
    /// A sentence about damage in the recording that the export could not avoid, or nil if no damage is known.
    public var damage: String?
    /// A sentence about the change of a size with odd sides, which 4:2:0 frames cannot have, or nil if the sides are
    /// even.
    public var sizeNote: String?
    /// The contents of the folder, for an export to HLS.
    public var hls: HLSContents?
    /// The receipt, read back from the output, or nil if no receipt was requested.
    public var receipt: ExportReceipt?
}

extension ExportResult {
    /// Creates the result of a job whose output is complete.
    package init(
        _ job: ExportJob, path: String, frames: Int, bytes: Int64, hls: HLSContents? = nil,
        receipt: ExportReceipt? = nil
    ) {
        self.path = path
        duration = job.plan.duration
        self.frames = frames
        width = job.plan.width
        height = job.plan.height
        self.bytes = bytes
        isSmart = job.plan.rendering == .smart
        obstacle = job.plan.rendering.obstacle?.text
        damage = job.damage
        sizeNote = job.sizeNote
        self.hls = hls
        self.receipt = receipt
    }
}

/// A filter that reduces progress reports to steps of half a percent.
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
