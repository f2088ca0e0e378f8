import Foundation
import MediaTime
import ReplayTestSupport

/// An export as ffmpeg's command line decodes it.
struct DecodedExport {
    /// The number that each picture shows, and when, in ticks of 1/90000 s.
    let pictures: [Picture]
    /// Mono, from the first sample that is heard.
    let sound: [Float]
    let streams: [StreamFacts]

    struct Picture: Equatable {
        let number: Int
        let time: Int64
    }

    init(_ path: String) throws {
        let probe = MediaProbe(path: path)
        streams = try probe.streams()
        var pictures: [Picture] = []
        try probe.readFrames { frame in
            let cells = CodedRecording.cells
            let row = frame.shape.height / 4 * frame.shape.width
            let number = (0..<cells).reduce(0) {
                $0 | (frame.pixels[row + (2 * $1 + 1) * frame.shape.width / (2 * cells)] > 128 ? 1 << $1 : 0)
            }
            pictures.append(Picture(number: number, time: frame.time.converted(to: 90_000, rounding: .nearest).value))
        }
        self.pictures = pictures
        sound = streams.contains { $0.kind == "audio" } ? try probe.sound().samples : []
    }
}
