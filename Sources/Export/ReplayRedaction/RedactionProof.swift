import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// A search that checks that the recording's own files contain nothing of removed packets. It also finds other files
/// that may show the same content.
struct RedactionProof {
    /// A packet that was removed.
    struct RemovedPacket: Hashable {
        let track: Int
        let sample: Int
    }

    private let recording: Recording
    private(set) var search: PayloadSearch
    /// The packets whose pieces are searched. The index is the number of the packet in the search.
    private(set) var packets: [RemovedPacket] = []
    /// The number of files that were read, and the number of their bytes.
    private var (files, bytes) = (0, Int64(0))

    /// Reads the removed packets and those that stay. A still screen is often coded in the same way, so a piece that
    /// also occurs in other packets proves nothing and is not searched.
    /// - Throws: `FileSystemError`, `MovieError`.
    init(_ work: RedactionWork, in recording: Recording) throws {
        let (movie, removed) = (work.movie, work.hidden)
        var search = PayloadSearch(packets: removed.values.reduce(0) { $0 + $1.count })
        for (track, samples) in removed.sorted(by: { $0.key < $1.key }) {
            for sample in samples.sorted() {
                try movie.packet(track: track, sample: sample).withBytes { search.add(packet: $0) }
                packets.append(RemovedPacket(track: track, sample: sample))
            }
        }
        let changed = work.removed
        for place in movie.index.tracks.indices {
            for sample in movie.index.tracks[place].samples.indices where !(changed[place]?.contains(sample) ?? false) {
                try movie.packet(track: place, sample: sample).withBytes { search.excuse($0) }
            }
        }
        (self.recording, self.search) = (recording, search)
    }

    /// Adds a packet that replaces a removed one. The bytes that both have in common were not removed.
    mutating func excuse(_ packet: Packet) { packet.withBytes { search.excuse($0) } }

    /// Searches the files of the library outside the recording's folder, and those of the cache. Call it while the old
    /// movie can still be read.
    /// - Returns: The files that may show removed content.
    /// - Throws: `FileSystemError`, `MovieError`.
    mutating func findings(_ work: RedactionWork) throws -> [RedactionFinding] {
        let judge = try RedactionJudge(work, recording: recording, packets: packets, pieces: search.piecesByPacket)
        let paths = try LibraryFiles(recording.home).files.filter { !isOwn($0) } + LibraryFiles(CacheFolder.path).files
        return try paths.compactMap { path in
            let hits = try hits(inFile: path)
            return hits.isEmpty ? nil : try judge.finding(path, hits: hits)
        }
    }

    /// Searches the recording's own files, after its movie was replaced.
    /// - Throws: `RedactionError.stillFound`, `FileSystemError`, `MovieError`.
    mutating func checkOwnFiles() throws {
        for path in try LibraryFiles(recording.path).files {
            guard try hits(inFile: path).isEmpty else { throw RedactionError.stillFound(path) }
        }
    }

    func report(of plan: RedactionPlan, findings: [RedactionFinding], isWiped: Bool) -> RedactionReport {
        RedactionReport(
            plan: plan, files: files, bytes: bytes, pieces: search.count, mayShow: findings, isWiped: isWiped)
    }

    private func isOwn(_ path: String) -> Bool { path.utf8.starts(with: "\(recording.path)/".utf8) }

    /// Searches a file.
    /// - Returns: The hits. A file that no longer exists has none.
    private mutating func hits(inFile path: String) throws -> [PayloadSearch.Hit] {
        guard let file = try open(path) else { return [] }
        files += 1
        bytes += file.size
        return try hits(in: file)
    }

    /// Opens a file.
    /// - Returns: The file, or nil if it no longer exists.
    private func open(_ path: String) throws -> MovieFile? {
        let (folder, name) = path.pathParts
        do {
            return try MovieFile(
                try Directory.open(folder).openFile(name, mode: .readOnly, options: .nonBlocking), path: path)
        } catch let error as FileSystemError where error.code == ENOENT {
            return nil
        }
    }

    private func hits(in file: MovieFile) throws -> [PayloadSearch.Hit] {
        var hits: [PayloadSearch.Hit] = []
        do throws(MovieError) {
            try file.forEachPiece(of: 0..<file.size, overlap: PayloadSearch.length - 1) { bytes, start in
                hits += search.hits(in: bytes, at: Int(start))
                return hits.count < Self.maxHits
            }
        } catch {
            // Another process may truncate the file meanwhile.
            guard error.reason == .truncated else { throw error }
        }
        return hits
    }

    /// The maximum number of hits that are collected in a file.
    private static let maxHits = 200_000
}
