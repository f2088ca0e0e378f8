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

    private let fitter: PictureFitter
    private let pictures: PictureRenderer
    private let output: PictureRendition
    private let pace: Pace
    private let end: Int64
    private var failure: (any Error)?
    private var nextSecond: Int64 = 0

    init(_ rung: Rung, pace: Pace = .everyPicture, output: PictureRendition) throws {
        fitter = PictureFitter(width: rung.plan.width, height: rung.plan.height, colours: rung.plan.colours)
        // A thread each: there are other lanes to keep the cores busy, and threads within one cost time and memory.
        pictures = try PictureRenderer(rung.plan, video: rung.video, threads: 1)
        self.output = output
        self.pace = pace
        end = rung.plan.durationTicks
        try output.begin(pictures.parameters)
    }

    /// Pictures that it made.
    var count: Int { pictures.count }

    /// Whether it encodes a picture that is shown until `end`.
    func wants(until end: Int64) -> Bool { pace == .everyPicture || nextSecond < end }

    /// The picture in its size.
    func fit(_ picture: Frame) throws -> Frame { try fitter.fit(picture) }

    /// Takes a picture in its size; `keyframes` are the times, its beginning or within it, at which one is wanted.
    func take(_ picture: Frame, shown: Range<Int64>, keyframes: [Int64]) {
        guard failure == nil else { return }
        do {
            switch pace {
            case .everyPicture:
                try append(picture, at: shown.lowerBound, isKeyframe: keyframes.first == shown.lowerBound)
                for time in keyframes where time > shown.lowerBound { try append(picture, at: time, isKeyframe: true) }
            case .everySecond:
                while nextSecond < shown.upperBound {
                    try append(picture, at: nextSecond, isKeyframe: true)
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

    private func append(_ picture: Frame, at time: Int64, isKeyframe: Bool) throws {
        try pictures.append(picture, at: time, isKeyframe: isKeyframe) { try output.write($0) }
    }
}
