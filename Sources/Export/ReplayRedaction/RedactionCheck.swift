import FFmpeg
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// A check that reads the new movie back before it replaces the old one. Everything outside the redaction must be
/// identical byte by byte, and the redacted parts must be black and silent.
struct RedactionCheck {
    private let work: RedactionWork
    private let new: MovieReader
    private var old: MovieReader { work.movie }

    /// The maximum difference of a covered pixel from black. The encoder blurs the edges of the covered area.
    private static let tolerance = 16

    /// Opens the new movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    init(_ work: RedactionWork, in recording: Recording) throws {
        self.work = work
        new = try MovieReader.open(
            Recording.redactedName, in: recording.folder, isForeign: recording.isForeign)
    }

    /// Runs the check.
    /// - Throws: `RedactionError.notAsPlanned` if a difference is found, `MovieError`.
    func run() throws {
        guard new.index.tracks.count == old.index.tracks.count, new.index.gaps.isEmpty, !new.index.isDamaged,
            !new.index.isTruncated
        else { throw RedactionError.notAsPlanned("it is damaged") }
        for place in old.index.tracks.indices { try compare(place) }
        for video in work.videos { try checkFrames(video) }
        for audio in work.audios where audio.isSilent { try checkAudio(audio) }
    }

    private func compare(_ track: Int) throws {
        let (old, new) = (self.old.index.tracks[track].samples, self.new.index.tracks[track].samples)
        let changed = work.changes[track] ?? 0..<0
        guard new.count == old.count else { throw RedactionError.notAsPlanned("it has other packets") }
        for sample in old.indices {
            let (before, after) = (old[sample], new[sample])
            guard before.dts == after.dts, before.duration == after.duration,
                changed.contains(sample) || before.pts == after.pts && before.isKeyframe == after.isKeyframe
            else { throw RedactionError.notAsPlanned("times changed") }
            guard try changed.contains(sample) || isSame(track: track, sample: sample) else {
                throw RedactionError.notAsPlanned("a packet outside the redaction changed")
            }
        }
        guard old[changed].map(\.pts).sorted() == new[changed].map(\.pts).sorted() else {
            throw RedactionError.notAsPlanned("times changed")
        }
    }

    private func isSame(track: Int, sample: Int) throws -> Bool {
        try old.packet(track: track, sample: sample).hasSameData(as: try new.packet(track: track, sample: sample))
    }

    private func checkFrames(_ video: RedactedFrames) throws {
        let samples = new.index.tracks[video.track].samples
        let times = Set(samples[video.encoded].map(\.pts))
        let decoder = try TrackDecoder(new, track: video.track, threads: 2)
        decoder.seek(toSample: samples[...video.encoded.lowerBound].lastIndex { $0.isKeyframe } ?? 0)
        var found: Set<Int64> = []
        while found.count < times.count, let frame = try decoder.nextFrame() {
            guard let time = frame.bestEffortPTS, times.contains(time) else { continue }
            found.insert(time)
            guard try !video.covered.contains(time) || isCovered(frame, in: video.area) else {
                throw RedactionError.notAsPlanned("a frame is not covered")
            }
        }
        guard found == times else { throw RedactionError.notAsPlanned("frames cannot be decoded") }
    }

    private func isCovered(_ frame: Frame, in area: PixelArea) throws -> Bool {
        var isCovered = true
        _ = try frame.painted { planes in
            for plane in planes.planes {
                let black = plane.isLuma ? 16 : 128
                plane.rows(of: area) { row, _ in
                    isCovered = isCovered && row.allSatisfy { abs(Int($0) - black) <= Self.tolerance }
                }
            }
        }
        return isCovered
    }

    private func checkAudio(_ audio: RedactedTrack) throws {
        guard let reader = try AudioReader(new, track: audio.track) else { return }
        let samples = audio.range.silent
        try reader.seek(to: samples.lowerBound)
        var position = samples.lowerBound
        while position < samples.upperBound {
            let frame = try reader.read(from: position, count: Int(min(1024, samples.upperBound - position)))
            for channel in 0..<frame.channelCount {
                guard try frame.withSamples(ofChannel: channel, { $0.allSatisfy { $0 == 0 } }) else {
                    throw RedactionError.notAsPlanned("audio is not silent")
                }
            }
            position += Int64(frame.sampleCount)
        }
    }
}
