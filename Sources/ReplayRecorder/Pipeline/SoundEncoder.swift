package import FFmpeg

/// Makes AAC packets of the frames of one sound track, the first of which begins at 0.
///
/// The encoder's first packet holds only what it puts before the sound. It is left out, so that the track begins at 0
/// without an edit list; and as the first frame needs that packet to be decoded truly, it is silent: 21 ms.
package struct SoundEncoder {
    package let kind: SoundKind
    /// How the track is coded, for the muxer.
    package var parameters: CodecParameters { encoder.parameters }
    /// Samples of each channel in a frame.
    package var frameSize: Int { encoder.frameSize }

    private let streamIndex: Int
    private let encoder: Encoder
    private var encodedFrames: Int64 = 0
    private var packets: [Packet] = []

    /// - Parameter streamIndex: the track's place in the movie.
    package init(_ kind: SoundKind, streamIndex: Int) throws(FFmpegError) {
        self.kind = kind
        self.streamIndex = streamIndex
        encoder = try Encoder.audio(
            AudioEncoderSettings(
                sampleRate: SoundKind.sampleRate, channels: kind.channels, bitRate: kind.bitRate,
                options: ["aac_coder": "fast"]))
    }

    /// Takes one frame: `frameSize` samples of each channel, interleaved.
    package mutating func encode(_ samples: UnsafeBufferPointer<Float>) throws(FFmpegError) {
        if encodedFrames == 0 { return try encodeSilence(frames: 1) }
        let frame = try Frame.audio(
            interleaved: samples, channels: kind.channels, sampleRate: SoundKind.sampleRate,
            pts: encodedFrames * Int64(frameSize))
        encodedFrames += 1
        try encode(frame)
    }

    /// Goes on with so many frames of silence.
    package mutating func encodeSilence(frames: Int) throws(FFmpegError) {
        let samples = [Float](repeating: 0, count: frameSize * kind.channels)
        for _ in 0..<frames {
            let frame = try samples.withUnsafeBufferPointer { samples throws(FFmpegError) in
                try Frame.audio(
                    interleaved: samples, channels: kind.channels, sampleRate: SoundKind.sampleRate,
                    pts: encodedFrames * Int64(frameSize))
            }
            encodedFrames += 1
            try encode(frame)
        }
    }

    /// Says that no more will come.
    package mutating func finish() throws(FFmpegError) { try encode(nil) }

    /// The packets that became whole since the last call, in order.
    package mutating func takePackets() -> [Packet] {
        defer { packets = [] }
        return packets
    }

    private mutating func encode(_ frame: Frame?) throws(FFmpegError) {
        try encoder.encode(frame) { packet in
            guard (packet.pts ?? 0) >= 0 else { return }
            packet.streamIndex = streamIndex
            packets.append(packet)
        }
    }
}
