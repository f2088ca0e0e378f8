import FFmpeg

/// One encoding of the pictures that all encodings are made of.
///
/// `@unchecked Sendable`: one thread at a time touches it; whoever gives it pictures waits for it.
final class Lane: @unchecked Sendable {
    /// Which pictures it encodes.
    enum Pace {
        /// All, some of them as keyframes.
        case everyPicture
        /// The one that is shown at each full second, as a keyframe.
        case everySecond
    }

    private let pictures: PictureRenderer
    private let output: PictureRendition
    private let pace: Pace
    private let end: Int64
    private var failure: (any Error)?
    private var nextSecond: Int64 = 0

    init(_ rung: Rung, pace: Pace = .everyPicture, pixelAspect: (Int, Int), output: PictureRendition) throws {
        // A thread each: there are other lanes to keep the cores busy, and threads within one cost time and memory.
        pictures = try PictureRenderer(rung.plan, video: rung.video, pixelAspect: pixelAspect, threads: 1)
        self.output = output
        self.pace = pace
        end = rung.plan.durationTicks
        try output.begin(pictures.parameters)
    }

    /// Pictures that it made.
    var count: Int { pictures.count }

    /// Takes a picture; `keyframes` are the times, its beginning or within it, at which a keyframe is wanted.
    func take(_ shown: ShownPicture, keyframes: [Int64]) {
        guard failure == nil else { return }
        do {
            switch pace {
            case .everyPicture:
                try append(shown, at: shown.start, isKeyframe: keyframes.first == shown.start)
                for time in keyframes where time > shown.start { try append(shown, at: time, isKeyframe: true) }
            case .everySecond:
                while nextSecond < shown.end {
                    try append(shown, at: max(nextSecond, shown.start), isKeyframe: true)
                    nextSecond += Int64(ExportPlan.timescale)
                }
            }
        } catch {
            failure = error
        }
    }

    /// Ends the rendition.
    func finish() {
        guard failure == nil else { return }
        do {
            try pictures.finish(at: end) { try output.write($0) }
            try output.finish()
        } catch {
            failure = error
        }
    }

    /// - Throws: what went wrong in it.
    func check() throws { if let failure { throw failure } }

    private func append(_ shown: ShownPicture, at time: Int64, isKeyframe: Bool) throws {
        try pictures.append(shown, at: time, isKeyframe: isKeyframe) { try output.write($0) }
    }
}
