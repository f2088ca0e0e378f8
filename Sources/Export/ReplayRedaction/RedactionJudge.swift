import FFmpeg
import Files
import MediaTime
import ReplayLibrary
import ReplayMovie

/// A judge of files with pieces of removed packets, which decides if they really show removed content. Frames of one
/// desktop can share coded bytes of wallpaper and panels. Used from one thread, while the old movie can still be read.
struct RedactionJudge {
    private let recording: Recording
    private let packets: [RedactionProof.RemovedPacket]
    /// The number of searched pieces of each packet.
    private let pieces: [Int: Int]
    private let contents: [Int: RemovedContent]

    /// The minimum number of pieces by which a file that cannot be decoded holds a packet. All pieces of the packet
    /// must be found.
    private static let minPieces = 2

    init(
        _ work: RedactionWork, recording: Recording, packets: [RedactionProof.RemovedPacket], pieces: [Int: Int]
    ) throws {
        let new = try MovieReader.open(
            Recording.redactedName, in: recording.folder, isForeign: recording.isForeign)
        contents = try Dictionary(
            uniqueKeysWithValues: work.videos.map { ($0.track, try RemovedContent($0, old: work.movie, new: new)) })
        (self.recording, self.packets, self.pieces) = (recording, packets, pieces)
    }

    /// Examines a file with hits.
    /// - Returns: The finding, or nil if the file does not show removed content.
    func finding(_ path: String, hits: [PayloadSearch.Hit]) throws -> RedactionFinding? {
        let (folder, name) = path.pathParts
        guard let movie = try? MovieReader.open(name, in: Directory.open(folder), isForeign: true) else {
            return holdsPacket(hits) ? finding(path, ranges: []) : nil
        }
        let ranges = try movie.index.tracks.indices.flatMap { try self.ranges(of: hits, in: movie, track: $0) }
        return ranges.isEmpty ? nil : finding(path, ranges: TimeRange.joined(ranges))
    }

    private func finding(_ path: String, ranges: [TimeRange]) -> RedactionFinding {
        // The library only adds the recording’s name. The finding names the file in any case.
        let other = try? RecordingLibrary.open(home: recording.home).recordings()
            .first { path.utf8.starts(with: "\($0.path)/".utf8) }
        return RedactionFinding(
            path: path, recording: other?.id.description, name: other?.displayName, ranges: ranges)
    }

    private func holdsPacket(_ hits: [PayloadSearch.Hit]) -> Bool {
        let found = Dictionary(grouping: hits, by: \.packet).mapValues { Set($0.map(\.piece)).count }
        return found.contains { $0.value >= Self.minPieces && $0.value == pieces[$0.key] }
    }

    private func ranges(of hits: [PayloadSearch.Hit], in movie: MovieReader, track: Int) throws -> [TimeRange] {
        let samples = movie.index.tracks[track].samples
        var pairs: [Int: Set<Int>] = [:]
        for hit in hits {
            let sample = samples.partitioningIndex { $0.offset > Int64(hit.offset) } - 1
            guard sample >= 0, Int64(hit.offset) < samples[sample].offset + Int64(samples[sample].size) else {
                continue
            }
            pairs[sample, default: []].insert(hit.packet)
        }
        let shown = try shownSamples(pairs, movie: movie, track: track)
        return shown.map { sample in
            let start = samples[sample].pts
            let end = start + max(1, samples[sample].duration)
            let timescale = movie.index.tracks[track].timescale
            return TimeRange(
                start: MediaTime(value: max(0, start), timescale: timescale),
                end: MediaTime(value: max(0, end), timescale: timescale))
        }
    }

    private func shownSamples(_ pairs: [Int: Set<Int>], movie: MovieReader, track: Int) throws -> [Int] {
        guard movie.index.tracks[track].kind == .video else { return pairs.keys.sorted() }
        let frames = try SampleFrames(movie, track: track)
        return try pairs.sorted { $0.key < $1.key }.filter { sample, removed in
            guard let frame = try frames.frame(ofSample: sample) else { return false }
            return try removed.sorted().contains { number in
                try contents[packets[number].track]?.isShown(packets[number].sample, in: frame) ?? false
            }
        }.map(\.key)
    }
}

extension TimeRange {
    /// Returns the ranges with those joined that touch or are at most 0.1 s apart.
    fileprivate static func joined(_ ranges: [TimeRange]) -> [TimeRange] {
        let gap = MediaTime(value: 1, timescale: 10)
        return ranges.sorted { $0.start < $1.start }.reduce(into: []) { joined, range in
            guard let last = joined.last, range.start <= last.end + gap else { return joined.append(range) }
            joined[joined.count - 1] = TimeRange(start: last.start, end: max(last.end, range.end))
        }
    }
}
