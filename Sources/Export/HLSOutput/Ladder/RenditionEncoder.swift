import FFmpeg
import ReplayComposition
package import ReplayRendering

/// The encoder of one rendition of the same frames. Use it from one thread at a time.
package final class RenditionEncoder {
    /// The choice of the frames to encode.
    package enum Pace {
        /// Encodes all frames, some of them as keyframes.
        case everyFrame
        /// Encodes the frame at each full second, as a keyframe.
        case everySecond
    }

    private let fitter: FrameFitter
    private let frames: VideoRenderer
    private let output: any VideoOutput
    private let pace: Pace
    private let end: Int64
    private var failure: (any Error)?
    private var nextSecond: Int64 = 0
    /// The number of frames that the encoder must produce. It is 0 if the frame rate is constant, because then a filter
    /// determines the number.
    private var given = 0
    private let hasConstantRate: Bool

    package init(_ rung: Rung, pace: Pace = .everyFrame, output: any VideoOutput) throws {
        fitter = FrameFitter(width: rung.plan.width, height: rung.plan.height, colours: rung.plan.composition.colours)
        // One thread per encoder: the other lanes keep the cores busy, and more threads per encoder cost time and
        // memory.
        frames = try VideoRenderer(rung.plan, video: rung.video, threads: 1)
        self.output = output
        self.pace = pace
        end = rung.plan.durationTicks
        hasConstantRate = rung.plan.frameRate != nil
        try output.begin(frames.parameters)
    }

    /// The number of encoded frames.
    package var count: Int { frames.count }

    /// Returns true if the rendition needs a frame that is shown until `end`.
    func wants(until end: Int64) -> Bool { pace == .everyFrame || nextSecond < end }

    /// Returns the frame in the size of the rendition.
    func fit(_ frame: Frame) throws -> Frame { try fitter.fit(frame) }

    /// Encodes a frame of the rendition's size. `keyframes` contains the times within `shown`, including its start, at
    /// which a keyframe is needed.
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
    package func finish() {
        guard failure == nil else { return }
        do {
            try frames.finish(at: end) { try output.write($0) }
            try FrameCheck.check(encoded: frames.count, of: given)
            try output.finish()
        } catch {
            failure = error
        }
    }

    /// - Throws: The first error of the rendition.
    package func check() throws { if let failure { throw failure } }

    private func append(_ frame: Frame, at time: Int64, isKeyframe: Bool) throws {
        try frames.append(frame, at: time, isKeyframe: isKeyframe) { try output.write($0) }
        if !hasConstantRate { given += 1 }
    }
}
