import FFmpeg

/// One encoding of the frames that all encodings are made of. Used from one thread at a time.
final class RenditionEncoder {
    /// Which frames it encodes.
    enum Pace {
        /// All, some of them as keyframes.
        case everyFrame
        /// The one that is shown at each full second, as a keyframe.
        case everySecond
    }

    private let fitter: FrameFitter
    private let frames: VideoRenderer
    private let output: any VideoOutput
    private let pace: Pace
    private let end: Int64
    private var failure: (any Error)?
    private var nextSecond: Int64 = 0
    /// The number of frames that the encoder must give; 0: the rate is constant, and the filter that makes it so decides.
    private var given = 0
    private let hasConstantRate: Bool

    init(_ rung: Rung, pace: Pace = .everyFrame, output: any VideoOutput) throws {
        fitter = FrameFitter(width: rung.plan.width, height: rung.plan.height, colours: rung.plan.colours)
        // A thread each: there are other lanes to keep the cores busy, and threads within one cost time and memory.
        frames = try VideoRenderer(rung.plan, video: rung.video, threads: 1)
        self.output = output
        self.pace = pace
        end = rung.plan.durationTicks
        hasConstantRate = rung.plan.frameRate != nil
        try output.begin(frames.parameters)
    }

    /// Frames that it made.
    var count: Int { frames.count }

    /// Whether it encodes a frame that is shown until `end`.
    func wants(until end: Int64) -> Bool { pace == .everyFrame || nextSecond < end }

    /// The frame in its size.
    func fit(_ frame: Frame) throws -> Frame { try fitter.fit(frame) }

    /// Takes a frame in its size; `keyframes` are the times, its beginning or within it, at which one is wanted.
    func take(_ frame: Frame, shown: Range<Int64>, keyframes: [Int64]) {
        guard failure == nil else { return }
        do {
            switch pace {
            case .everyFrame:
                try append(frame, at: shown.lowerBound, isKeyframe: keyframes.first == shown.lowerBound)
                for time in keyframes where time > shown.lowerBound { try append(frame, at: time, isKeyframe: true) }
            case .everySecond:
                while nextSecond < shown.upperBound {
                    try append(frame, at: nextSecond, isKeyframe: true)
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
            try frames.finish(at: end) { try output.write($0) }
            try FrameCheck.check(encoded: frames.count, of: given)
            try output.finish()
        } catch {
            failure = error
        }
    }

    /// - Throws: what went wrong in it.
    func check() throws { if let failure { throw failure } }

    private func append(_ frame: Frame, at time: Int64, isKeyframe: Bool) throws {
        try frames.append(frame, at: time, isKeyframe: isKeyframe) { try output.write($0) }
        if !hasConstantRate { given += 1 }
    }
}
