import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// A comparison of an output's audio with the recording and the plan. It compares the bytes of packets, and the decoded
/// audio at seams.
struct AudioAudit {
    private let plan: AudioPlan
    private let movie: MovieReader
    private let reader: AudioReader

    private static let stream = 1
    /// The number of samples compared after a seam, and the maximum shift that is searched, in samples.
    private static let (window, reach) = (2048, 700)
    /// The number of samples after a seam from which the audio is that of one clip alone, without a fade.
    private static let clear = 1300

    init(_ plan: AudioPlan, movie: MovieReader, reader: AudioReader) {
        self.plan = plan
        self.movie = movie
        self.reader = reader
    }

    /// Checks the packets and the seams.
    /// - Parameter open: A function that opens the output, from its start.
    func check(_ open: () throws -> Demuxer) throws -> ExportReceipt.Audio {
        let (copied, encoded) = try countPackets(try open())
        return ExportReceipt.Audio(copiedPackets: copied, encodedPackets: encoded, seams: try seams(try open()))
    }

    private func countPackets(_ output: Demuxer) throws -> (copied: Int, encoded: Int) {
        output.keepOnly(streams: [Self.stream])
        var (copied, encoded, run) = (0, 0, 0)
        while let packet = try output.read(stream: Self.stream) {
            let slot = Int(((packet.pts ?? 0) / Int64(plan.frameSize)))
            while run + 1 < plan.runs.count, plan.runs[run].slots.upperBound <= slot { run += 1 }
            guard let first = plan.runs[run].firstCopied, slot >= plan.runs[run].slots.lowerBound else {
                encoded += 1
                continue
            }
            let wanted = try movie.packet(track: plan.track, sample: first + slot - plan.runs[run].slots.lowerBound)
            if packet.hasSameData(as: try plan.copy(of: wanted)) { copied += 1 } else { encoded += 1 }
        }
        return (copied, encoded)
    }

    private func seams(_ output: Demuxer) throws -> [ExportReceipt.Seam] {
        output.keepOnly(streams: [Self.stream])
        let audio = try OutputAudio(output, stream: Self.stream, of: movie)
        let seams = plan.places.enumerated().filter { number, place in
            number == 0 || !place.follows(plan.places[number - 1])
        }.map(\.element)
        return try seams.prefix(ExportReceipt.seamLimit).map { place in
            ExportReceipt.Seam(
                time: MediaTime(value: place.exactStart, timescale: Int32(clamping: plan.sampleRate)),
                planned: place.start - place.exactStart, measured: try shift(place, in: audio))
        }
    }

    private func shift(_ place: AudioPlan.Place, in audio: OutputAudio) throws -> Int? {
        guard !place.isAltered else { return nil }
        let from = place.source.lowerBound + Int64(Self.clear)
        guard place.source.count >= 2 * Self.clear + Self.window, from >= Self.reach,
            let heard = try audio.samples(from: place.exactStart + Int64(Self.clear), count: Self.window)
        else { return nil }
        let recorded = try recording(from: from - Int64(Self.reach), count: Self.window + 2 * Self.reach)
        return Self.shift(of: heard, in: recorded)
    }

    /// Reads the first channel of the recording.
    private func recording(from start: Int64, count: Int) throws -> [Float] {
        try reader.seek(to: start)
        var samples: [Float] = []
        while samples.count < count {
            let frame = try reader.read(from: start + Int64(samples.count), count: count - samples.count)
            try frame.withSamples(ofChannel: 0) { samples += $0 }
        }
        return samples
    }

    /// Returns the number of samples by which `heard` is late, by the best correlation with the recording. Returns nil
    /// if no correlation exceeds 0.5.
    private static func shift(of heard: [Float], in recorded: [Float]) -> Int? {
        var best: (shift: Int, likeness: Float)?
        for shift in -reach...reach {
            var (product, power, other): (Float, Float, Float) = (0, 0, 0)
            for index in heard.indices {
                let sample = recorded[reach - shift + index]
                product += heard[index] * sample
                power += heard[index] * heard[index]
                other += sample * sample
            }
            guard power > 1e-5, other > 1e-5 else { continue }
            let likeness = product / (power * other).squareRoot()
            if likeness > best?.likeness ?? 0.5 { best = (shift, likeness) }
        }
        return best?.shift
    }
}
