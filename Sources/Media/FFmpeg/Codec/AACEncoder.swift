/// Encodes audio as AAC-LC, quickly, and gives no packet that can't be decoded. Used from one thread at a time.
///
/// FFmpeg's encoder makes packets that no decoder takes of audio far beyond full scale, and once, in a test, made one of
/// two plain tones. So each packet is decoded first, which costs a tenth of encoding it; one that fails is replaced by the
/// one before it, 21 ms that are heard twice.
package final class AACEncoder {
    private let encoder: Encoder
    private let decoder: Decoder
    private var whole = WholePackets()

    /// Without the searches for what one channel can lend the other, or noise stand in for, it takes half the time.
    /// Its shaping of noise in time makes ticks where audio rises or falls quickly, as it does at a cut: of a tenth of full
    /// scale, in a test. “bitexact” keeps it from putting its name into every 256th packet.
    package static let options = [
        "aac_coder": "fast", "aac_ms": "0", "aac_is": "0", "aac_pns": "0", "aac_tns": "0", "flags": "+bitexact",
    ]

    /// How the stream is coded, for the muxer.
    package var parameters: CodecParameters { encoder.parameters }
    /// Samples of each channel a frame must have, the last one excepted.
    package var frameSize: Int { encoder.frameSize }

    /// - Parameters:
    ///   - sampleRate: in Hz; frames and packets count their times in ticks of it.
    ///   - channels: 1...8, in FFmpeg's default layout of that many.
    ///   - bitRate: in bits a second.
    package init(sampleRate: Int, channels: Int, bitRate: Int) throws(FFmpegError) {
        encoder = try Encoder.audio(
            AudioEncoderSettings(
                sampleRate: sampleRate, channels: channels, bitRate: bitRate, options: Self.options))
        decoder = try Decoder.open(encoder.parameters, timeBase: encoder.timeBase)
    }

    /// Encodes a frame of planar floats, or nil for the end: every packet that comes of it.
    package func packets(of frame: Frame?) -> SendReceive<Packet> {
        SendReceive { () throws(FFmpegError) in
            try self.encoder.send(frame)
        } receive: { () throws(FFmpegError) in
            try self.receive()
        }
    }

    private func receive() throws(FFmpegError) -> CodecOutput<Packet> {
        let output = try encoder.receive()
        guard case .next(let packet) = output else { return output }
        return .next(try whole.next(packet, isWhole: decoder.takes(packet)))
    }
}

/// Makes packets of audio, frame by frame. Used from one thread at a time.
package protocol AudioEncoding: AnyObject {
    /// How the stream is coded, for the muxer.
    var parameters: CodecParameters { get }
    /// Samples of each channel a frame must have, the last one excepted.
    var frameSize: Int { get }
    /// Encodes a frame, or nil for the end: every packet that comes of it.
    func packets(of frame: Frame?) -> SendReceive<Packet>
}

extension AACEncoder: AudioEncoding {}
extension Encoder: AudioEncoding {}

/// The packets of a stream, none of them broken: one that is gives way to the one before it.
package struct WholePackets {
    private var latest: Packet?

    package init() {}

    /// The packet itself where it is whole, else the one before it, at its time.
    /// - Throws: where there is none before it.
    package mutating func next(_ packet: Packet, isWhole: Bool) throws(FFmpegError) -> Packet {
        if isWhole {
            latest = packet
            return packet
        }
        guard var copy = latest else { throw FFmpegError(.invalidData, operation: "encode", subject: "audio") }
        (copy.pts, copy.dts, copy.duration) = (packet.pts, packet.dts, packet.duration)
        return copy
    }
}
