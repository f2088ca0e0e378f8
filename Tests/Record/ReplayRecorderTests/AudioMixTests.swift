import AudioSources
import FFmpeg
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import ReplayRecording

/// Checks that the mix equals one of the whole tracks, in whatever pieces and order they come.
@Suite struct AudioMixTests {
    private static let frameSize = 1024

    /// Returns frames of an audio track; nil for silence.
    private func audio(_ kind: AudioSource, frames: Int, using random: inout SplitMix64) -> [[Float]?] {
        var isSilent = Bool.random(using: &random)
        return (0..<frames).map { _ in
            if Int.random(in: 0..<6, using: &random) == 0 { isSilent.toggle() }
            guard !isSilent else { return nil }
            return (0..<Self.frameSize * kind.channels).map { _ in Float.random(in: -0.4...0.4, using: &random) }
        }
    }

    /// Returns the packets that a mix of both tracks must have from a frame on.
    private func expected(_ audio: [AudioSource: [[Float]?]], from start: [AudioSource: Int], origin: Int) throws
        -> [Packet]
    {
        var encoder = try AudioEncoder(.application, streamIndex: 3)
        let end = audio.map { start[$0, default: 0] + $1.count }.max() ?? 0
        for frame in origin..<end {
            var sum = [Float](repeating: 0, count: Self.frameSize * 2)
            for (kind, frames) in audio {
                let place = frame - start[kind, default: 0]
                guard frames.indices.contains(place), let samples = frames[place] else { continue }
                for index in sum.indices { sum[index] += samples[kind.channels == 2 ? index : index / 2] }
            }
            try sum.withUnsafeBufferPointer { try encoder.encode($0) }
        }
        try encoder.finish()
        return encoder.takePackets()
    }

    @Test("Two audio tracks, in turns and runs of any length, begun and ended together or not")
    func properties() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<30 {
            let frames = Int.random(in: 1...40, using: &random)
            // After a kill, one track may be longer than another.
            let start = [AudioSource.application: Int.random(in: 0...2, using: &random), .microphone: 1]
            let origin = Int.random(in: 0...2, using: &random)
            let audio: [AudioSource: [[Float]?]] = [
                .application: audio(.application, frames: frames, using: &random),
                .microphone: audio(.microphone, frames: frames, using: &random),
            ]
            let queue = PacketQueue()
            let mix = try RecordedMix(
                of: start.mapValues { Int64($0 * Self.frameSize) }, origin: Int64(origin * Self.frameSize),
                streamIndex: 3, queue: queue)
            try feed(audio, to: mix, using: &random)
            let packets = queue.takeAll(until: .now, orBytes: 0) ?? []
            let wanted = try expected(audio, from: start, origin: origin)
            try #require(packets.count == wanted.count)
            #expect(zip(packets, wanted).allSatisfy { $0.hasSameData(as: $1) })
            // Both audio tracks may have ended before the mix begins.
            #expect(packets.first?.pts == (wanted.isEmpty ? nil : Int64(origin * Self.frameSize)))
        }
    }

    private func feed(_ audio: [AudioSource: [[Float]?]], to mix: RecordedMix, using random: inout SplitMix64) throws {
        var rest = audio
        while let kind = AudioSource.allCases.filter({ rest[$0]?.isEmpty == false }).randomElement(using: &random) {
            let silent = rest[kind]?.prefix { $0 == nil }.count ?? 0
            if silent > 0 {
                let count = Int.random(in: 1...silent, using: &random)
                try mix.appendSilence(frames: count, of: kind)
                rest[kind]?.removeFirst(count)
            } else if let frame = rest[kind]?.removeFirst() {
                try frame.withUnsafeBufferPointer { try mix.append($0, of: kind) }
            }
        }
        for kind in AudioSource.allCases { try mix.end(kind) }
    }
}
