import FFmpeg
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import H264

/// The samples of one component of a frame, row after row.
struct ScenePlane: Equatable {
    var samples: [UInt8]
    let width: Int
}

extension Frame {
    /// Returns the planes of luma and of both chroma components.
    func scenePlanes() throws -> [ScenePlane] {
        try withPlanes { planes in
            planes.map { plane in
                let rows = (0..<plane.height).map { row in
                    UnsafeBufferPointer(start: plane.start + row * plane.stride, count: plane.width)
                }
                return ScenePlane(samples: Array(rows.joined()), width: plane.width)
            }
        }
    }
}

/// The contents of a test frame.
enum ExactScene: CaseIterable {
    /// Strokes with soft edges on a plain background.
    case text
    /// A gradient that is linear in both directions.
    case gradient
    /// Waves with a little noise, as from a camera.
    case waves
    /// Text as x264 has coded it.
    case coded

    /// The largest size of such a frame, in percent of the size of its samples.
    var percent: Int {
        switch self {
        case .text: 50
        case .gradient: 30
        case .waves, .coded: 60
        }
    }

    /// Returns a frame of the whole coded size.
    func frame(_ sequence: SequenceParameterSet, using random: inout SplitMix64) throws -> [ScenePlane] {
        if self == .coded { return try codedFrame(sequence, using: &random) }
        return [1, 2, 2].map { step in
            let (width, height) = (sequence.codedWidth / step, sequence.codedHeight / step)
            return ScenePlane(samples: samples(width, height, using: &random), width: width)
        }
    }

    private func samples(_ width: Int, _ height: Int, using random: inout SplitMix64) -> [UInt8] {
        switch self {
        case .gradient:
            let (across, down) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
            return (0..<width * height).map { place in
                UInt8(truncatingIfNeeded: 40 + (place % width * across + place / width * down) / 24)
            }
        case .waves:
            let period = Int.random(in: 24...64, using: &random)
            return (0..<width * height).map { place in
                let (x, y) = (place % width % period - period / 2, place / width % period - period / 2)
                return UInt8(clamping: 90 + (x * x + y * y) / period + Int.random(in: -1...1, using: &random))
            }
        case .text, .coded: return text(width, height, using: &random)
        }
    }

    private func text(_ width: Int, _ height: Int, using random: inout SplitMix64) -> [UInt8] {
        var samples = [UInt8](repeating: .random(in: 200...255, using: &random), count: width * height)
        for _ in 0..<width * height / 1000 {
            let x = Int.random(in: 1..<width - 1, using: &random)
            let y = Int.random(in: 0..<height - 9, using: &random)
            for row in y..<y + 9 {
                samples[row * width + x] = 20
                samples[row * width + x - 1] = .random(in: 60...180, using: &random)
            }
        }
        return samples
    }

    private func codedFrame(
        _ sequence: SequenceParameterSet, using random: inout SplitMix64
    ) throws -> [ScenePlane] {
        let image = try PixelBuffer(width: sequence.codedWidth, height: sequence.codedHeight)
        try image.copy(luma: text(image.width, image.height, using: &random))
        var settings = VideoEncoderSettings.recording(
            width: image.width, height: image.height, timeBase: .oneOver(90_000), quantizer: 26, level: 30)
        settings.pixelFormat = .nv12
        let encoder = try Encoder.video(settings)
        var packets: [Packet] = []
        for frame in [try image.frame(pts: 0, isKeyframe: true), nil] {
            var made = encoder.packets(of: frame)
            while let packet = try made.next() { packets.append(packet) }
        }
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(90_000), isCropped: false)
        var rest = packets[...]
        let frame = try #require(try decoder.nextFrame { rest.popFirst() })
        return try frame.scenePlanes()
    }
}

extension PixelBuffer {
    fileprivate func copy(luma samples: [UInt8]) throws {
        let (luma, chroma) = (try #require(luma), try #require(chroma))
        for place in samples.indices { luma[place / width * lumaStride + place % width] = samples[place] }
        for place in 0..<chromaStride * height / 2 { chroma[place] = UInt8(120 + place % chromaStride / 32) }
    }
}
