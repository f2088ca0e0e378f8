/// An AAC-LC encoder that is fast and never returns a packet that cannot be decoded. Use it from one thread at a time.
///
/// FFmpeg's encoder can make invalid packets from audio far beyond full scale. In one test, two plain tones were
/// enough. So each packet is also decoded, which costs a tenth of the encoding. An invalid packet is replaced by the
/// one before it, which repeats 21 ms (at 48 kHz).
package final class AACEncoder {
    private let encoder: Encoder
    private let decoder: Decoder
    private var whole = WholePackets()

    /// Options for speed and quality. Without the searches for stereo coding and noise substitution, encoding takes
    /// half the time. Temporal noise shaping causes clicks if the level changes quickly, for example at a cut: in a
    /// test, a tenth of full scale. “bitexact” stops the encoder from writing its name into every 256th packet.
    package static let options = [
        "aac_coder": "fast", "aac_ms": "0", "aac_is": "0", "aac_pns": "0", "aac_tns": "0", "flags": "+bitexact",
    ]

    /// The codec parameters of the stream, for the muxer.
    package var parameters: CodecParameters { encoder.parameters }
    /// The number of samples per channel in each frame, except the last one.
    package var frameSize: Int { encoder.frameSize }

    /// Creates an encoder. Throws an error if FFmpeg cannot open it with these settings.
    /// - Parameters:
    ///   - sampleRate: The sample rate in Hz. Frames and packets have times in units of 1/sampleRate s.
    ///   - channels: The number of channels, in 1...8, in FFmpeg's default layout.
    ///   - bitRate: The bit rate in bits per second.
    package init(sampleRate: Int, channels: Int, bitRate: Int) throws(FFmpegError) {
        encoder = try Encoder.audio(
            AudioEncoderSettings(
                sampleRate: sampleRate, channels: channels, bitRate: bitRate, options: Self.options))
        decoder = try Decoder.open(encoder.parameters, timeBase: encoder.timeBase)
    }

    /// Encodes a frame of planar floats, or nil at the end, and returns the resulting packets.
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

/// An audio encoder that makes packets frame by frame. Use it from one thread at a time.
package protocol AudioEncoding: AnyObject {
    /// The codec parameters of the stream, for the muxer.
    var parameters: CodecParameters { get }
    /// The number of samples per channel in each frame, except the last one.
    var frameSize: Int { get }
    /// Encodes a frame, or nil at the end, and returns the resulting packets.
    func packets(of frame: Frame?) -> SendReceive<Packet>
}

extension AACEncoder: AudioEncoding {}
extension Encoder: AudioEncoding {}

/// A filter for the packets of a stream that replaces each invalid packet with a copy of the last valid one.
package struct WholePackets {
    private var latest: Packet?

    package init() {}

    /// Returns the packet if it is valid, or else a copy of the last valid one with this packet's time.
    /// - Throws: ``FFmpegError`` (invalid data) if no valid packet came before.
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
