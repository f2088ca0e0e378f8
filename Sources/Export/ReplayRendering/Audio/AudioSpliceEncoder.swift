import FFmpeg
import ReplayLibrary
import ReplayMovie

/// Encodes runs of packets that fit between copied packets. An AAC block overlaps with both neighbours.
struct AudioSpliceEncoder {
    private let audio: SplicedAudio
    private let sampleRate: Int
    private let bitRate: Int
    private let frameSize: Int64

    /// The number of packets to encode before a run, until the encoder's state settles.
    private static let leadIn = 3
    /// The number of packets to encode after a run, because the encoder looks ahead.
    private static let leadOut = 3

    init(_ audio: SplicedAudio, plan: AudioPlan, bitRate: Int) {
        self.audio = audio
        frameSize = Int64(plan.frameSize)
        sampleRate = plan.sampleRate
        self.bitRate = bitRate
    }

    /// Calls `body` with the packet of each slot of a run, in order, until `body` returns false.
    func encode(_ slots: Range<Int>, output body: (Int, Packet) throws -> Bool) throws {
        let encoder = try AACEncoder(sampleRate: sampleRate, channels: audio.channels, bitRate: bitRate)
        /// - Returns: True if more packets are wanted.
        func take(_ frame: Frame?) throws -> Bool {
            var packets = encoder.packets(of: frame)
            while var packet = try packets.next() {
                let slot = Int((packet.pts ?? 0) / frameSize)
                guard slots.contains(slot) else { continue }
                (packet.dts, packet.duration) = (packet.pts, frameSize)
                guard try body(slot, packet) else { return false }
            }
            return true
        }
        // A packet covers two frames, so it is complete only when both frames are encoded.
        for slot in slots.lowerBound - Self.leadIn..<slots.upperBound + Self.leadOut {
            let start = Int64(slot) * frameSize
            let planes = try audio.samples(start..<start + frameSize)
            guard try take(.audio(planes: planes, sampleRate: sampleRate, pts: start)) else { return }
        }
        _ = try take(nil)
    }
}
