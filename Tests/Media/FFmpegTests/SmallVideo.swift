import FFmpeg
import MediaTime

/// Frames of one luma value each, coded with the recorder's settings.
struct SmallVideo {
    static let (width, height, timeBase) = (64, 36, Rational.oneOver(90_000))

    let parameters: CodecParameters
    var packets: [Packet] = []

    /// - Parameters:
    ///   - times: The presentation times of the frames, in ticks of 1/90000 s.
    ///   - keyframes: The indices of the keyframes. The first frame is always one.
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

    /// Returns the luma of a frame.
    static func luma(_ number: Int) -> UInt8 { UInt8(30 + number * 7 % 190) }

    /// Returns a yuv420p frame whose pixels all have the same luma.
    static func frame(
        _ luma: UInt8, width: Int = width, height: Int = height, pts: Int64, isKeyframe: Bool = false
    ) throws -> Frame {
        let frame = try Frame.planar(width: width, height: height, luma: luma)
        return try frame.stamped(pts: pts, isKeyframe: isKeyframe)
    }

    /// Returns all frames of a decoder that receives these packets and the end of the stream.
    static func decode(_ packets: [Packet], by decoder: Decoder) throws -> [Frame] {
        var frames: [Frame] = []
        for packet in packets + [nil] {
            var decoded = decoder.frames(of: packet)
            while let frame = try decoded.next() { frames.append(frame) }
        }
        return frames
    }
}

/// Returns an encoder's packets for a frame; for nil, those at the end of the stream.
func encoded(_ frame: Frame?, by encoder: Encoder) throws -> [Packet] {
    var packets: [Packet] = []
    var made = encoder.packets(of: frame)
    while let packet = try made.next() { packets.append(packet) }
    return packets
}
