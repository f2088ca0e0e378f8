package import FFmpeg
package import ReplayLibrary
import ReplayMovie

/// Makes AAC packets of the frames of one audio track, the first of which begins at 0.
///
/// The encoder's first packet holds only what it puts before the audio. It is left out, so that the track begins at 0
/// without an edit list; and as the first frame needs that packet to be decoded truly, it is silent: 21 ms.
///
/// Silence costs more to encode than music, for the encoder tries again and again to spend its bits, and gives the same
/// packet each time. Once it does, that packet is repeated and the encoder rests; it has heard nothing but silence, so
/// it goes on with what comes after as if it had heard all of it.
package struct AudioEncoder {
    /// How the track is coded, for the muxer.
    package var parameters: CodecParameters { encoder.parameters }
    /// Samples of each channel in a frame.
    package var frameSize: Int { encoder.frameSize }

    private let streamIndex: Int
    private let channels: Int
    private let encoder: AACEncoder
    private let silence: [Float]
    /// Frames that the encoder was given.
    private var sentFrames: Int64 = 0
    /// The time of the next packet, in samples; before 0 it is left out.
    private var nextTime: Int64
    private var packets: [Packet] = []
    private var latest: Packet?
    /// How many of the frames last given were silent, and how many of the packets last made were the same.
    private var (silentFrames, samePackets) = (0, 0)

    /// The encoder looks two frames ahead, and its rate control comes to rest after two or three of silence.
    private static let settledFrames = 6

    /// - Parameter streamIndex: the track's place in the movie.
    package init(_ kind: AudioSource, streamIndex: Int) throws(FFmpegError) {
        try self.init(channels: kind.channels, bitRate: kind.bitRate, streamIndex: streamIndex)
    }

    /// - Parameters:
    ///   - channels: 1 or 2.
    ///   - bitRate: in bits a second.
    ///   - streamIndex: the track's place in the movie.
    init(channels: Int, bitRate: Int, streamIndex: Int) throws(FFmpegError) {
        self.channels = channels
        self.streamIndex = streamIndex
        encoder = try AACEncoder(sampleRate: AudioSource.sampleRate, channels: channels, bitRate: bitRate)
        silence = Array(repeating: 0, count: encoder.frameSize * channels)
        nextTime = -Int64(encoder.frameSize)
    }

    /// Takes one frame: `frameSize` samples of each channel, interleaved.
    package mutating func encode(_ samples: UnsafeBufferPointer<Float>) throws(FFmpegError) {
        if sentFrames == 0 || samples.allSatisfy({ $0 == 0 }) { return try encodeSilence(frames: 1) }
        silentFrames = 0
        try send(samples)
    }

    /// Goes on with so many frames of silence.
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

    /// Says that no more will come.
    package mutating func finish() throws(FFmpegError) { try send(nil) }

    /// The packets that became whole since the last call, in order.
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

    /// Packets have times of our own: the encoder counts only what it was given.
    private mutating func append(_ packet: Packet) {
        defer { nextTime += Int64(frameSize) }
        guard nextTime >= 0 else { return }
        var packet = packet
        (packet.pts, packet.dts, packet.duration) = (nextTime, nextTime, Int64(frameSize))
        packet.streamIndex = streamIndex
        packets.append(packet)
    }
}
