import FFmpeg
import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// The audio of an edit for a player: the same mix as in an export, as FLAC, starting at any sample.
///
/// Use it from one thread at a time.
package final class PlaybackAudio {
    private let session: EditSession
    private let readers: [AudioReader]
    private let parameters: CodecParameters

    /// The sample rate, in Hz.
    package static let sampleRate = Int32(AudioMix.sampleRate)
    /// The initialization segment, which a player gets before the fragments.
    package let initialization: [UInt8]

    /// Returns nil if the recording has no audio.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package init?(_ session: EditSession) throws {
        self.session = session
        let movie = session.movie
        readers = try movie.audioTracks(of: nil, for: session.edit)
            .compactMap { try AudioReader(movie, track: $0, applying: session.edit) }
        guard !readers.isEmpty else { return nil }
        parameters = try Self.encoder().parameters
        initialization = try InitializationSegment.bytes(parameters, timeBase: .oneOver(Self.sampleRate))
    }

    private static func encoder() throws(FFmpegError) -> Encoder {
        try Encoder.audio(
            AudioEncoderSettings(
                codec: .flac, sampleRate: AudioMix.sampleRate, channels: 2, bitRate: 0,
                options: ["compression_level": "1"]))
    }

    /// Returns fragments with the audio of a range of an edit.
    /// - Parameter samples: The range within the edit, in ticks of `sampleRate`.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package func fragments(_ samples: Range<Int64>, of edit: Edit) throws -> [UInt8] {
        let encoder = try Self.encoder()
        let size = Int64(encoder.frameSize)
        // A resampling filter needs some samples before its output is correct.
        let lead = min(samples.lowerBound, readers.allSatisfy { $0.sampleRate == AudioMix.sampleRate } ? 0 : size)
        func time(_ sample: Int64) -> MediaTime { MediaTime(value: sample, timescale: Self.sampleRate) }
        let mix = try AudioMix(
            edit.clips, until: min(edit.editedDuration, time(samples.upperBound)), readers: readers, format: "s16",
            frameSize: Int(size), from: time(samples.lowerBound - lead))
        var writer = PlaybackFragmentWriter(encoder, from: samples.lowerBound)
        func write(_ frame: Frame) throws {
            guard let start = frame.pts, start + Int64(frame.sampleCount) > samples.lowerBound else { return }
            let skipped = Int(max(0, samples.lowerBound - start))
            try writer.write(skipped == 0 ? frame : try frame.slice(skipped..<frame.sampleCount, pts: 0))
        }
        try mix.finish(write)
        return try writer.finish()
    }
}

/// A writer that encodes frames of samples and puts each packet into its own fragment.
private struct PlaybackFragmentWriter {
    private let encoder: Encoder
    /// The position of the next frame, in samples.
    private var input: Int64
    /// The position of the next packet, in samples.
    private var output: Int64
    /// The sizes of the frames whose packets have not come yet.
    private var sizes: [Int] = []
    private var bytes: [UInt8] = []
    private var count: UInt32 = 0

    init(_ encoder: Encoder, from start: Int64) {
        self.encoder = encoder
        (input, output) = (start, start)
    }

    mutating func write(_ frame: Frame) throws {
        sizes.append(frame.sampleCount)
        try encode(try frame.stamped(pts: input))
        input += Int64(frame.sampleCount)
    }

    mutating func finish() throws -> [UInt8] {
        try encode(nil)
        return bytes
    }

    private mutating func encode(_ frame: Frame?) throws {
        var packets = encoder.packets(of: frame)
        while let packet = try packets.next() {
            guard packet.size > 0, !sizes.isEmpty else { continue }
            let size = sizes.removeFirst()
            count += 1
            packet.withBytes { data in
                bytes +=
                    MediaFragment(
                        sequence: count, start: output, duration: UInt32(size), size: UInt32(clamping: data.count)
                    ).header
                bytes += data
            }
            output += Int64(size)
        }
    }
}
