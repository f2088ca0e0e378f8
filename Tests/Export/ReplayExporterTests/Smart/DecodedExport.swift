import Foundation
import MediaTime
import ReplayTestSupport

/// An export as ffmpeg's command line decodes it.
struct DecodedExport {
    /// The number that each frame shows, and its time in ticks of 1/90000 s.
    let frames: [Frame]
    /// The mono samples, from the first audible one on.
    let audio: [Float]
    let streams: [StreamFacts]

    struct Frame: Equatable {
        let number: Int
        let time: Int64
    }

    init(_ path: String) throws {
        let probe = MediaProbe(path: path)
        streams = try probe.streams()
        var frames: [Frame] = []
        try probe.readFrames { frame in
            let cells = CodedRecording.cells
            let row = frame.shape.height / 4 * frame.shape.width
            let number = (0..<cells).reduce(0) {
                $0 | (frame.pixels[row + (2 * $1 + 1) * frame.shape.width / (2 * cells)] > 128 ? 1 << $1 : 0)
            }
            frames.append(Frame(number: number, time: frame.time.converted(to: 90_000, rounding: .nearest).value))
        }
        self.frames = frames
        audio = streams.contains { $0.kind == "audio" } ? try probe.audio().samples : []
    }
}
