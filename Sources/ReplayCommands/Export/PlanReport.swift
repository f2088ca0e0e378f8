import Replay

/// What an export would do, as `replay export --explain` tells it.
struct PlanReport: Encodable {
    struct Pictures: Encodable {
        let action: String
        let reason: String?
        let source: TimeRange
        let start: MediaTime
        let pictures: Int
    }

    struct Sound: Encodable {
        let copiedPackets: Int
        let encodedPackets: Int
        /// How far the sound stands from its place at most, in samples.
        let largestShift: Int64
    }

    let rendering: String
    let obstacle: String?
    let width: Int
    let height: Int
    let duration: MediaTime
    let pictures: [Pictures]
    /// Nil where sound is encoded, or there is none.
    let copiedSound: Sound?
    /// The kind of file.
    let format: String
    private let hasAudio: Bool

    private enum CodingKeys: CodingKey {
        case rendering, obstacle, width, height, duration, pictures, copiedSound, format
    }

    init(_ plan: ExportPlan, _ preset: Preset) {
        (format, hasAudio) = (preset.fileFormat.rawValue, preset.fileFormat.hasAudio)
        rendering = plan.rendering == .smart ? "smart" : "full"
        obstacle = plan.rendering.obstacle?.text
        (width, height, duration) = (plan.width, plan.height, plan.duration)
        pictures = plan.pictures.map(Pictures.init)
        copiedSound = plan.sound.map(Sound.init)
    }

    var text: String {
        var table = Table(["OUTPUT", "RECORDING", "PICTURES", ""])
        for span in pictures {
            table.add([
                span.start.timecode(), span.source.description, "\(span.action) \(span.pictures)", span.reason ?? "",
            ])
        }
        return [heading, table.text, soundLine].joined(separator: "\n")
    }

    private var heading: String {
        obstacle.map { "full: \($0)" } ?? "smart: what stays as it is, is copied"
    }

    private var soundLine: String {
        guard hasAudio else { return "audio: none" }
        guard let sound = copiedSound else { return "sound: encoded, every sample in its place" }
        return "sound: \(sound.copiedPackets) packets copied, \(sound.encodedPackets) encoded, "
            + "at most \(sound.largestShift) samples from their place"
    }
}

extension PlanReport.Pictures {
    init(_ span: PictureSpan) {
        source = span.source
        start = span.start
        pictures = span.pictures
        switch span.action {
        case .copy: (action, reason) = ("copy", nil)
        case .encode(let why, _): (action, reason) = ("encode", why.text)
        }
    }
}

extension PlanReport.Sound {
    init(_ plan: SoundPlan) {
        copiedPackets = plan.runs.filter { $0.firstCopied != nil }.map(\.slots.count).reduce(0, +)
        encodedPackets = plan.runs.filter { $0.firstCopied == nil }.map(\.slots.count).reduce(0, +)
        largestShift = plan.largestShift
    }
}
