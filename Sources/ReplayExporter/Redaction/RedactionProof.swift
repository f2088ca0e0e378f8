import Descriptors
import FFmpeg
import Glibc
import ReplayLibrary
import ReplayMovie

/// Shows that nothing of removed packets is left: looks for pieces of them in every file of the library.
struct RedactionProof {
    private let recording: Recording
    private var search: PayloadSearch

    /// Reads the removed packets, and all that stay: a still screen is coded alike many times, and a piece that stays elsewhere
    /// tells nothing.
    /// - Throws: `FileSystemError`, `MovieError`.
    init(_ work: RedactionWork, _ recording: Recording) throws {
        let (movie, removed) = (work.movie, work.removed)
        var search = PayloadSearch(packets: removed.values.reduce(0) { $0 + $1.count })
        for (track, samples) in removed.sorted(by: { $0.key < $1.key }) {
            for sample in samples {
                try movie.packet(track: track, sample: sample).withBytes { search.add(packet: $0) }
            }
        }
        for place in movie.index.tracks.indices {
            for sample in movie.index.tracks[place].samples.indices where !(removed[place]?.contains(sample) ?? false) {
                try movie.packet(track: place, sample: sample).withBytes { search.excuse($0) }
            }
        }
        (self.recording, self.search) = (recording, search)
    }

    /// Takes a packet that was encoded in the place of a removed one: what both have in common was not removed.
    mutating func excuse(_ packet: Packet) { packet.withBytes { search.excuse($0) } }

    /// Reads all files of the library.
    /// - Throws: `RedactionError.stillFound`, `FileSystemError`, `MovieError`.
    func report(_ plan: RedactionPlan) throws -> RedactionReport {
        var (files, bytes) = (0, Int64(0))
        for path in try LibraryFiles(recording.home).files + LibraryFiles(CacheFolder.path).files {
            guard let file = try open(path) else { continue }
            guard try !isFound(in: file) else { throw RedactionError.stillFound(path) }
            files += 1
            bytes += file.size
        }
        return RedactionReport(plan: plan, files: files, bytes: bytes, pieces: search.count)
    }

    /// - Returns: nil for one that is gone.
    private func open(_ path: String) throws -> MovieFile? {
        let (folder, name) = path.pathParts
        do {
            return try MovieFile(try Directory.open(folder).openFile(name, .readOnly, .nonBlocking), path: path)
        } catch let error as FileSystemError where error.code == ENOENT {
            return nil
        }
    }

    private func isFound(in file: MovieFile) throws -> Bool {
        var hit: Int?
        do throws(MovieError) {
            try file.forEachPiece(of: 0..<file.size, overlap: PayloadSearch.length - 1) { bytes, _ in
                hit = search.firstHit(in: bytes)
                return hit == nil
            }
        } catch {
            // Somebody may make it shorter meanwhile.
            guard error.reason == .truncated else { throw error }
        }
        return hit != nil
    }
}
