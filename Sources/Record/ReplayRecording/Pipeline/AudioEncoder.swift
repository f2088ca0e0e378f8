package import AudioSources
package import FFmpeg
import ReplayMovie

/// An encoder of one audio track's frames into AAC packets. The first packet begins at 0.
///
/// The encoder's first packet contains only its priming samples. It is dropped, so that the track begins at 0 without
/// an edit list. The first frame cannot be decoded correctly without that packet. That frame is therefore silent: 21
/// ms.
///
/// Silence costs more to encode than music, because the encoder retries to spend its bits. It yields the same packet
/// each time. That packet is then repeated without encoding. Since the encoder's state comes from silence, it continues
/// with later audio as if it had received every frame.
package struct AudioEncoder {
    /// The codec parameters, for the muxer.
    package var parameters: CodecParameters { encoder.parameters }
    /// The number of samples of each channel in a frame.
    package var frameSize: Int { encoder.frameSize }

    private let streamIndex: Int
    private let channels: Int
    private let encoder: AACEncoder
    private let silence: [Float]
    /// The number of frames sent to the encoder.
    private var sentFrames: Int64 = 0
    /// The time of the next packet, in samples. Packets before 0 are dropped.
    private var nextTime: Int64
    private var packets: [Packet] = []
    private var latest: Packet?
    /// The number of silent frames at the end of the input, and of equal packets at the end of the output.
    private var (silentFrames, samePackets) = (0, 0)

    /// The frames of silence after which packets are repeated. The encoder looks two frames ahead, and its rate control
    /// settles after two or three silent frames.
    private static let settledFrames = 6

    /// - Parameter streamIndex: The index of the track in the movie.
    package init(_ kind: AudioSource, streamIndex: Int) throws(FFmpegError) {
        try self.init(channels: kind.channels, bitRate: kind.bitRate, streamIndex: streamIndex)
    }

    /// - Parameters:
    ///   - channels: The number of channels, 1 or 2.
    ///   - bitRate: The bit rate, in bits per second.
    ///   - streamIndex: The index of the track in the movie.
    init(channels: Int, bitRate: Int, streamIndex: Int) throws(FFmpegError) {
        self.channels = channels
        self.streamIndex = streamIndex
        encoder = try AACEncoder(sampleRate: AudioSource.sampleRate, channels: channels, bitRate: bitRate)
        silence = Array(repeating: 0, count: encoder.frameSize * channels)
        nextTime = -Int64(encoder.frameSize)
    }

    /// Encodes one frame: `frameSize` samples of each channel, interleaved.
    package mutating func encode(_ samples: UnsafeBufferPointer<Float>) throws(FFmpegError) {
        if sentFrames == 0 || samples.allSatisfy({ $0 == 0 }) { return try encodeSilence(frames: 1) }
        silentFrames = 0
        try send(samples)
    }

    /// Encodes frames of silence.
    package mutating func encodeSilence(frames: Int) throws(FFmpegError) {
        for _ in 0..<frames {
            silentFrames += 1
            if min(silentFrames, samePackets) >= Self.settledFrames, let latest {
                append(latest)
            } else {
                try silence.withUnsafeBufferPointer { samples throws(FFmpegError) in try send(samples) }
            }
        }
    }

    /// Flushes the encoder after the last frame.
    package mutating func finish() throws(FFmpegError) { try send(nil) }

    /// Returns the packets that were completed since the last call, in order.
    package mutating func takePackets() -> [Packet] {
        defer { packets = [] }
        return packets
    }

    private mutating func send(_ samples: UnsafeBufferPointer<Float>) throws(FFmpegError) {
        let frame = try Frame.audio(
            interleaved: samples, channels: channels, sampleRate: AudioSource.sampleRate,
            pts: sentFrames * Int64(frameSize))
        sentFrames += 1
        try send(frame)
    }

    private mutating func send(_ frame: Frame?) throws(FFmpegError) {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() {
            samePackets = latest?.hasSameData(as: packet) == true ? samePackets + 1 : 0
            latest = packet
            append(packet)
        }
    }

    /// Sets the packet's times by its position, because the encoder counts only the frames that it received.
    private mutating func append(_ packet: Packet) {
        defer { nextTime += Int64(frameSize) }
        guard nextTime >= 0 else { return }
        var packet = packet
        (packet.pts, packet.dts, packet.duration) = (nextTime, nextTime, Int64(frameSize))
        packet.streamIndex = streamIndex
        packets.append(packet)
    }
}
