import FFmpeg
import MediaTime

/// Frames of one brightness each, coded as the recorder codes.
struct SmallVideo {
    static let (width, height, timeBase) = (64, 36, Rational.oneOver(90_000))

    let parameters: CodecParameters
    let packets: [Packet]

    /// - Parameters:
    ///   - times: when each frame is shown, in ticks of 1/90000 s.
    ///   - keyframes: which of them are keyframes; the first is one anyway.
    init(_ times: [Int64], keyframes: Set<Int> = []) throws {
        let settings = VideoEncoderSettings.recording(
            width: Self.width, height: Self.height, timeBase: Self.timeBase, quantizer: 10, level: 30)
        let encoder = try Encoder.video(settings)
        parameters = encoder.parameters
        let frames = try times.enumerated().map { number, time in
            try Self.frame(Self.luma(number), pts: time, isKeyframe: keyframes.contains(number))
        }
        packets = try encoder.encoded(frames + [nil])
    }

    /// Its packets, of 1/30 s each, for a stream of a muxer.
    func packets(of stream: Int) throws -> [Packet] {
        try packets.map { packet in
            let copy = try packet.copy()
            (copy.streamIndex, copy.duration) = (stream, 3000)
            return copy
        }
    }

    /// The brightness of a frame.
    static func luma(_ number: Int) -> UInt8 { UInt8(30 + number * 7 % 190) }

    /// A frame of yuv420p, in which every pixel is as bright.
    static func frame(
        _ luma: UInt8, width: Int = width, height: Int = height, pts: Int64, isKeyframe: Bool = false
    ) throws -> Frame {
        let frame = try Frame.planar(width: width, height: height, luma: luma)
        return try frame.stamped(pts: pts, isKeyframe: isKeyframe)
    }
}
