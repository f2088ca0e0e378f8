/// The renditions of pictures that an HLS folder gets. A pure function of the preset and the recording's size.
struct Ladder {
    /// The largest first; its size is what `Preset.video` makes of the recording.
    private(set) var rungs: [Rung] = []
    /// What of the preset would be no smaller than the rung before it, such as `1080p`.
    private(set) var dropped: [String] = []

    /// A recording without sound has no variant for slow networks in its sound alone: it gets this one.
    private static let slowNetwork = Preset.Video(
        maxWidth: nil, maxHeight: 234, frameRate: nil, crf: 30, maxBitRate: 145_000, encoderPreset: .veryfast,
        keyframeSeconds: nil)

    /// - Parameters:
    ///   - hasSound: whether there is a rendition of sound.
    ///   - plan: makes a plan that encodes all pictures as a preset says.
    init(_ preset: Preset, hasSound: Bool, plan: (Preset) -> ExportPlan) {
        let wantsAll = preset.hls?.soundAlone ?? false
        let slow = wantsAll && !hasSound ? [Self.slowNetwork] : []
        for video in [preset.video] + (preset.hls?.rungs ?? []) + slow {
            var own = preset
            own.video = video
            own.video.frameRate = preset.video.frameRate
            let plan = plan(own)
            if let last = rungs.last?.plan, plan.width >= last.width || plan.height >= last.height {
                dropped.append("\(video.maxHeight ?? video.maxWidth ?? plan.height)p")
            } else {
                rungs.append(Rung(name: "\(plan.height)p", plan: plan, video: own.video))
            }
        }
    }
}
