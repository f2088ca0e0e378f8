/// The renditions of frames that an HLS folder gets. A pure function of the preset and the recording's size.
struct Ladder {
    /// The largest first; its size is what `Preset.video` makes of the recording.
    private(set) var rungs: [Rung] = []
    /// For fast forward: small, for it is shown in passing, and no larger than the smallest rung.
    let trickPlay: Rung
    /// What of the preset would be no smaller than the rung before it, such as `1080p`.
    private(set) var dropped: [String] = []

    /// A recording without audio has no variant for slow networks in its audio alone: it gets this one.
    private static let slowNetwork = Preset.Video(
        maxShortSide: 234, frameRate: nil, crf: 30, maxBitRate: 145_000, encoderPreset: .veryfast,
        keyframeSeconds: nil)

    /// - Parameters:
    ///   - hasAudio: whether there is a rendition of audio.
    ///   - plan: makes a plan that encodes all frames as a preset says.
    init(_ preset: Preset, hasAudio: Bool, plan: (Preset) -> ExportPlan) {
        let wantsAll = preset.hls?.audioOnly ?? false
        let slow = wantsAll && !hasAudio ? [Self.slowNetwork] : []
        for video in [preset.video] + (preset.hls?.rungs ?? []) + slow {
            var own = preset
            own.video = video
            own.video.frameRate = preset.video.frameRate
            let plan = plan(own)
            if let last = rungs.last?.plan, plan.width >= last.width || plan.height >= last.height {
                if video == Self.slowNetwork { continue }
                dropped.append("\(video.minLimit ?? plan.shortSide)p")
            } else {
                rungs.append(Rung(name: "\(plan.shortSide)p", plan: plan, video: own.video))
            }
        }
        trickPlay = Self.trickPlay(preset, below: rungs.last?.plan, plan: plan)
    }

    private static func trickPlay(
        _ preset: Preset, below least: ExportPlan?, plan: (Preset) -> ExportPlan
    ) -> Rung {
        var own = preset
        own.video = Preset.Video(
            maxLongSide: min(640, least.map { max($0.width, $0.height) } ?? 640),
            maxShortSide: min(360, least?.shortSide ?? 360), crf: 27, encoderPreset: .veryfast)
        return Rung(name: "trick-play", plan: plan(own), video: own.video)
    }
}

extension ExportPlan {
    /// The shorter side of the output's frame, in pixels, by which renditions are called.
    fileprivate var shortSide: Int { min(width, height) }
}

/// A rendition of frames that is to be encoded.
struct Rung: Sendable {
    /// What it is called: `720p`.
    let name: String
    let plan: ExportPlan
    let video: Preset.Video
}
