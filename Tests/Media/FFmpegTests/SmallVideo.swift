import FFmpeg
import MediaTime

/// Frames of one brightness each, coded as the recorder codes.
struct SmallVideo {
    static let (width, height, timeBase) = (64, 36, Rational.oneOver(90_000))

    let parameters: CodecParameters
    var packets: [Packet] = []

    /// - Parameters:
    ///   - times: when each frame is shown, in ticks of 1/90000 s.
    ///   - keyframes: which of them are keyframes; the first is one anyway.
    init(_ times: [Int64], keyframes: Set<Int> = []) throws {
        let settings = VideoEncoderSettings.recording(
            width: Self.width, height: Self.height, timeBase: Self.timeBase, quantizer: 10, level: 30)
        let encoder = try Encoder.video(settings)
        parameters = encoder.parameters
        var packets: [Packet] = []
        for (number, time) in times.enumerated() {
            let frame = try Self.frame(Self.luma(number), pts: time, isKeyframe: keyframes.contains(number))
            packets += try encoded(frame, by: encoder)
        }
        packets += try encoded(nil, by: encoder)
        self.packets = packets
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

    /// All frames of a decoder that is given these packets and the end.
    static func decode(_ packets: [Packet], by decoder: Decoder) throws -> [Frame] {
        var frames: [Frame] = []
        for packet in packets + [nil] {
            var decoded = decoder.frames(of: packet)
            while let frame = try decoded.next() { frames.append(frame) }
        }
        return frames
    }
}

/// What an encoder gives for a frame; for nil, at its end.
func encoded(_ frame: Frame?, by encoder: Encoder) throws -> [Packet] {
    var packets: [Packet] = []
    var made = encoder.packets(of: frame)
    while let packet = try made.next() { packets.append(packet) }
    return packets
}
