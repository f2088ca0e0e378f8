package import ReplayRendering

/// The renditions of frames in an HLS folder. A pure function of the preset and the recording's size.
package struct Ladder {
    /// The renditions, with the largest first. `Preset.video` determines the size of the largest.
    package private(set) var rungs: [Rung] = []
    /// The rendition for fast forward. It is small, because its frames are visible only briefly, and no larger than the
    /// smallest rung.
    package let trickPlay: Rung
    /// The names of the preset's renditions that would not be smaller than the rung before them, such as `1080p`, and that
    /// no rung has.
    private(set) var dropped: [String] = []

    /// The variant for slow networks of a recording without audio, which has no audio-only variant.
    private static let slowNetwork = Preset.Video(
        maxShortSide: 234, frameRate: nil, crf: 30, maxBitRate: 145_000, encoderPreset: .veryfast,
        keyframeSeconds: nil)

    /// - Parameters:
    ///   - hasAudio: True if there is an audio rendition.
    ///   - plan: Returns a plan that encodes all frames with a preset.
    package init(_ preset: Preset, hasAudio: Bool, plan: (Preset) -> ExportPlan) {
        let wantsAll = preset.hls?.audioOnly ?? false
        let slow = wantsAll && !hasAudio ? [Self.slowNetwork] : []
        for video in [preset.video] + (preset.hls?.rungs ?? []) + slow {
            var own = preset
            own.video = video
            own.video.frameRate = preset.video.frameRate
            let plan = plan(own)
            if let last = rungs.last?.plan, plan.width >= last.width || plan.height >= last.height {
                let name = "\(video.minLimit ?? plan.shortSide)p"
                if video == Self.slowNetwork || rungs.contains(where: { $0.name == name }) { continue }
                dropped.append(name)
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
    /// The shorter side of the output's frame, in pixels. Renditions are named after it.
    fileprivate var shortSide: Int { min(width, height) }
}

/// A rendition of frames to encode.
package struct Rung: Sendable {
    /// The name of the rendition, such as `720p`.
    package let name: String
    package let plan: ExportPlan
    package let video: Preset.Video
}
