import ReplayCommandLine
import ReplayRendering

/// The output of `replay export --explain`.
struct PlanReport: Encodable {
    struct Frames: Encodable {
        let action: String
        let reason: String?
        let source: TimeRange
        let start: MediaTime
        let frames: Int
    }

    struct Audio: Encodable {
        let copiedPackets: Int
        let encodedPackets: Int
        /// The maximum shift of the audio from its exact position, in samples.
        let maxShift: Int64
    }

    let rendering: String
    let obstacle: String?
    let width: Int
    let height: Int
    let duration: MediaTime
    let frames: [Frames]
    /// The number of frames that are encoded, of `allFrames`.
    let encodedFrames: Int
    /// The number of frames that follow an encoded keyframe and keep their coding.
    let splicedFrames: Int
    let allFrames: Int
    /// The copied audio, or nil if audio is encoded or absent.
    let copiedAudio: Audio?
    /// The file format.
    let format: String
    private let hasAudio: Bool
    private let loudness: Double?

    private enum CodingKeys: CodingKey {
        case rendering, obstacle, width, height, duration, frames, encodedFrames, splicedFrames, allFrames, copiedAudio,
            format
    }

    init(_ plan: ExportPlan, preset: Preset) {
        (format, hasAudio) = (preset.fileFormat.rawValue, preset.fileFormat.hasAudio)
        loudness = preset.audio.loudness
        rendering = plan.rendering == .smart ? "smart" : "full"
        obstacle = plan.rendering.obstacle?.text
        (width, height, duration) = (plan.width, plan.height, plan.duration)
        frames = plan.frames.map(Frames.init)
        encodedFrames = plan.frames.reduce(0) { $0 + $1.encodedFrames }
        splicedFrames = plan.frames.reduce(0) { sum, span in
            if case .splice = span.action { sum + span.frames - span.encodedFrames } else { sum }
        }
        allFrames = frames.reduce(0) { $0 + $1.frames }
        copiedAudio = plan.audio.map(Audio.init)
    }

    var text: String {
        var table = Table(["OUTPUT", "RECORDING", "FRAMES", ""])
        for span in frames {
            table.add([
                span.start.timecode(), span.source.description, "\(span.action) \(span.frames)", span.reason ?? "",
            ])
        }
        return [heading, table.text, audioLine].joined(separator: "\n")
    }

    private var heading: String {
        let cost = "\(encodedFrames) of \(allFrames) frames are encoded"
        return obstacle.map { "full: \($0); all \(allFrames) frames are encoded" }
            ?? "smart: unchanged frames are copied; \(cost)"
    }

    private var audioLine: String {
        guard hasAudio else { return "audio: none" }
        if let loudness { return "audio: encoded, with a loudness of \(loudness) LUFS" }
        guard let audio = copiedAudio else { return "audio: encoded, every sample at its exact time" }
        return "audio: \(audio.copiedPackets) packets copied, \(audio.encodedPackets) encoded, "
            + "shifted by at most \(audio.maxShift) samples"
    }
}

extension PlanReport.Frames {
    init(_ span: VideoSpan) {
        source = span.source
        start = span.start
        frames = span.frames
        switch span.action {
        case .copy: (action, reason) = ("copy", nil)
        case .splice: (action, reason) = ("splice", "as recorded, after a keyframe that is encoded at the cut")
        case .encode(let why, _): (action, reason) = ("encode", why.text)
        }
    }
}

extension PlanReport.Audio {
    init(_ plan: AudioPlan) {
        copiedPackets = plan.runs.filter { $0.firstCopied != nil }.map(\.slots.count).reduce(0, +)
        encodedPackets = plan.runs.filter { $0.firstCopied == nil }.map(\.slots.count).reduce(0, +)
        maxShift = plan.maxShift
    }
}
