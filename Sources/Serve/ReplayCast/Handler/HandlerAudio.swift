import Descriptors
import FFmpeg
import MediaTime
import ReplayBroadcastHandler

/// A decoder of one audio track, whose samples become messages.
final class HandlerAudio {
    private let decoder: Decoder
    private let kind: BroadcastSampleKind
    private let timeBase: Rational

    /// The maximum number of samples per channel in a message. With 8 channels, these are 32 KB.
    private static let maxCount = 1024

    /// - Throws: `FFmpegError`.
    init(_ stream: StreamInfo, kind: BroadcastSampleKind) throws(FFmpegError) {
        decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase)
        (self.kind, timeBase) = (kind, stream.timeBase)
    }

    /// Returns the messages of a packet.
    /// - Throws: `FFmpegError`.
    func messages(of packet: Packet) throws -> [[UInt8]] {
        var frames = decoder.frames(of: packet)
        var messages: [[UInt8]] = []
        while let frame = try frames.next() { messages += try split(frame) }
        return messages
    }

    private func split(_ frame: Frame) throws -> [[UInt8]] {
        guard let pts = frame.bestEffortPTS, let time = MediaTime(ticks: pts, in: timeBase) else { return [] }
        let planes = try (0..<frame.channelCount).map { channel in
            try frame.withSamples(ofChannel: channel) { Array($0) }
        }
        return stride(from: 0, to: frame.sampleCount, by: Self.maxCount).map { start in
            let range = start..<min(start + Self.maxCount, frame.sampleCount)
            let offset = MediaTime(value: Int64(start), timescale: Int32(frame.sampleRate))
            return message(range.flatMap { index in planes.map { $0[index] } }, of: frame, time: time + offset)
        }
    }

    private func message(_ samples: [Float], of frame: Frame, time: MediaTime) -> [UInt8] {
        var event = HandlerEvent(.sample)
        (event.kind, event.time) = (kind, SampleTime(time))
        event.audio = AudioLayout(
            sampleRate: frame.sampleRate, channels: frame.channelCount, count: samples.count / frame.channelCount)
        return samples.withUnsafeBytes { PacketSocket.encode(event, data: $0) }
    }
}
