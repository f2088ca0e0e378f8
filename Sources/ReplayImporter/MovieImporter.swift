import Descriptors
import FFmpeg
import Glibc
import MediaTime
public import ReplayLibrary
import ReplayMovie
import Threads

/// Makes a recording of any movie that FFmpeg can read.
public struct MovieImporter: Sendable {
    /// Where the recording is made.
    public let library: RecordingLibrary

    /// Sets its properties.
    public init(library: RecordingLibrary) { self.library = library }

    /// Copies the video and audio of a movie into a new recording; those in codecs that MP4 does not take
    /// are encoded anew. Blocks while it works: call it on a thread of its own.
    ///
    /// - Parameters:
    ///   - path: the movie.
    ///   - name: The name of the recording; nil: the file's name without its extension.
    ///   - takingPart: whether a movie that is cut off is taken as far as it goes.
    /// - Throws: `FileSystemError`, `MovieError`, or an error of FFmpeg's whose description is a sentence; no
    ///   recording is left then.
    public func importMovie(at path: String, name: String?, takingPart: Bool = false) throws -> Recording {
        do {
            return try importMovie(at: path, name: name, takingPart: takingPart, lead: 0)
        } catch is DecodingOrder.NonMonotonicTimes {
            return try importMovie(at: path, name: name, takingPart: takingPart, lead: try Self.lead(of: path))
        }
    }

    private func importMovie(at path: String, name: String?, takingPart: Bool, lead: Int64) throws -> Recording {
        let source = try Self.open(path)
        let tracks = try ImportTrack.tracks(of: source, lead: lead, path: path)
        var facts = RecordingFacts(id: .generate(), name: name ?? Self.name(of: path), origin: .imported)
        facts.movieDate = source.creationTime.flatMap(RecordingFacts.movieDate)
        let (recording, lock) = try library.create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            try copy(source, tracks, to: recording, path: path, takingPart: takingPart)
            return try finish(recording, path: path)
        } catch {
            // What is in the way is to be told; a folder that stays has no movie, so it is no recording.
            try? library.discard(facts.id)
            throw error
        }
    }

    /// The name of a file without its extension, as a recording can have it; nil if nothing is left of it.
    package static func name(of path: String) -> String? {
        let file = path.withoutEndingSlashes.pathParts.name
        let stem = file.lastIndex(of: ".").map { $0 == file.startIndex ? file[...] : file[..<$0] } ?? file[...]
        let kept = stem.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.escapedByte != nil ? "\u{FFFD}" : scalar
        }
        let name = String(String.UnicodeScalarView(kept).prefix(maxNameLength))
        return name.isEmpty ? nil : name
    }

    /// The maximum length of a name, in Unicode scalars.
    private static let maxNameLength = 200

    /// By how much the decoding times of its video must be moved, in ticks: all of it is read.
    /// - Throws: `MovieError` where they are beyond repair.
    private static func lead(of path: String) throws -> Int64 {
        let source = try open(path)
        guard let video = source.streams.first(where: { $0.kind == .video }) else {
            throw MovieError(path: path, reason: .noVideo)
        }
        source.keepOnly(streams: [video.index])
        var survey = DecodingOrder.Survey()
        while let packet = try source.read(stream: video.index) { survey.take(packet) }
        guard let lead = MediaTime(ticks: survey.lead, in: video.timeBase), lead <= maxLead else {
            throw MovieError(path: path, reason: .timesGoBack)
        }
        return survey.lead
    }

    /// No decoder reorders so many frames; a movie that jumps further back has been put together wrongly.
    private static let maxLead = MediaTime.seconds(5)

    /// What a movie's header says of it. Blocks; reads no more than that.
    /// - Throws: as `importMovie`.
    package static func outline(of path: String) throws -> MovieOutline {
        let source = try open(path)
        guard let video = source.streams.first(where: { $0.kind == .video })?.parameters else {
            throw MovieError(path: path, reason: .noVideo)
        }
        let length = source.playedMicroseconds.flatMap { MediaTime(ticks: $0, in: .oneOver(1_000_000)) }
        return MovieOutline(duration: length ?? .zero, width: max(1, video.width), height: max(1, video.height))
    }

    private static func open(_ path: String) throws -> Demuxer {
        // A pipe must not stop us before it is known for one.
        let file = try OwnedDescriptor(opening: path, .readOnly, .nonBlocking)
        guard (try? file.descriptor.stat().type) == .regular else { throw MovieError(path: path, reason: .noFile) }
        let io = try IOContext(file, mode: .read)
        do {
            return try Demuxer.open(io, name: path)
        } catch  where [.invalidData, .invalidArgument, .demuxerNotFound].contains(error.code) {
            // Of bytes that look like another format's, FFmpeg says in several ways that they are not.
            throw MovieError(path: path, reason: isEncrypted(path) ? .encrypted : .noHeader)
        }
    }

    /// Whether the header of a fragmented movie says so (`sinf`, ISO/IEC 14496-12): FFmpeg does not open all that are.
    private static func isEncrypted(_ path: String) -> Bool {
        var start = [UInt8](repeating: 0, count: 64 << 10)
        // One that cannot be read has no header either.
        guard let file = try? OwnedDescriptor(opening: path, .readOnly, .nonBlocking),
            let count = try? start.withUnsafeMutableBytes({ try file.descriptor.read(into: $0) })
        else { return false }
        func names(_ box: String) -> Bool { start.prefix(count).firstRange(of: Array(box.utf8)) != nil }
        return names("sinf") && (names("encv") || names("enca"))
    }

    private func copy(
        _ source: Demuxer, _ tracks: [ImportTrack], to recording: Recording, path: String, takingPart: Bool
    ) throws {
        source.keepOnly(streams: Set(tracks.map(\.stream.index)))
        let writer = try MovieWriter(
            Recording.unfinishedMovieName, in: recording.folder, tracks: tracks.map(\.output), start: .apart)
        let placeOfStream = Dictionary(uniqueKeysWithValues: tracks.enumerated().map { ($1.stream.index, $0) })
        var durations = tracks.map { PacketDurations($0.stream, timeBase: $0.output.timeBase) }
        var gathered = 0
        func write(_ packet: Packet?, _ place: Int) throws {
            guard var packet else { return }
            packet.streamIndex = place
            gathered += packet.size
            try writer.writeInterleaved(packet)
            guard gathered > Self.fragmentBytes else { return }
            gathered = 0
            try writer.endFragment()
        }
        while let packet = try source.read() {
            if packet.isCorrupt && !takingPart { throw MovieError(path: path, reason: .truncated) }
            guard let place = placeOfStream[packet.streamIndex] else { continue }
            guard !packet.isEncrypted else { throw MovieError(path: path, reason: .encrypted) }
            try tracks[place].take(packet) { try write(durations[place].next($0), place) }
        }
        for (place, track) in tracks.enumerated() {
            try track.end { try write(durations[place].next($0), place) }
            try write(durations[place].last(), place)
        }
        try writer.finish()
        if !takingPart { try checkLength(of: source, tracks, path) }
        // A recording that has no movie yet is no recording: an import that is killed leaves nothing.
        try recording.folder.rename(Recording.unfinishedMovieName, to: Recording.movieName)
        try recording.folder.sync()
    }

    /// Damage is known by the fragment.
    private static let fragmentBytes = 512 << 10

    /// A file that ends early gives no error, only fewer packets than its header says.
    private func checkLength(of source: Demuxer, _ tracks: [ImportTrack], _ path: String) throws {
        guard source.holdsIndexedSamples ?? holdsDuration(of: source, tracks) else {
            throw MovieError(path: path, reason: .truncated)
        }
    }

    private func holdsDuration(of source: Demuxer, _ tracks: [ImportTrack]) -> Bool {
        guard source.declaresDuration else { return true }
        guard tracks.allSatisfy({ Self.isWhole($0.taken, of: $0.announced) }) else { return false }
        // The whole movie's length may be that of a track that was not taken.
        guard tracks.count == source.streams.count else { return true }
        let announced = source.durationMicroseconds.flatMap { MediaTime(ticks: $0, in: .oneOver(1_000_000)) }
        return Self.isWhole(tracks.compactMap(\.taken).max(), of: announced)
    }

    /// Headers are not exact: what may be missing is a second, of short movies a tenth.
    private static func isWhole(_ taken: MediaTime?, of announced: MediaTime?) -> Bool {
        guard let taken, let announced, announced > .zero else { return true }
        let (got, wanted) = (taken.converted(to: 1000, rounding: .up), announced.converted(to: 1000, rounding: .down))
        return wanted.value - got.value <= min(1000, wanted.value / 10)
    }

    private func finish(_ recording: Recording, path: String) throws -> Recording {
        let index = try recording.openMovie().index
        guard let video = index.videoTrack, !index.tracks[video].samples.isEmpty else {
            throw MovieError(path: path, reason: .noVideo)
        }
        var facts = recording.facts
        facts.ending = RecordingFacts.Ending(
            reason: .requested, message: nil, duration: index.end, frames: index.tracks[video].samples.count,
            droppedFrames: 0)
        facts.movieHeader = try recording.header()
        try recording.folder.write(facts)
        return Recording(id: recording.id, facts: facts, folder: recording.folder)
    }
}

extension MovieImporter {
    /// As the one that blocks, on a thread of its own.
    public func importMovie(at path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await WorkerThread.run("import") { try importMovie(at: path, name: name, takingPart: takingPart) }
    }
}
