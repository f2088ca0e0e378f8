import FFmpeg
import MediaTime
import ReplayEditor
public import ReplayLibrary
import ReplayMovie
import ReplayTimeline
import Threads

/// An importer that makes a recording from any movie that FFmpeg can read.
public struct MovieImporter: Sendable {
    /// The library in which the recording is created.
    public let library: RecordingLibrary

    /// A function that gets each sentence about a difference between the recording and the movie. It is called on the
    /// importer's thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// Creates an importer.
    public init(library: RecordingLibrary) { self.library = library }

    /// Copies the video and audio of a movie into a new recording. Tracks with codecs that MP4 does not support are
    /// re-encoded. Chapters become marks, and subtitles become captions. The parts that the edit list hides are cut or
    /// left out. Blocks: call it on a dedicated thread.
    ///
    /// - Parameters:
    ///   - path: The path of the movie.
    ///   - name: The name of the recording. Nil uses the file's name without its extension.
    ///   - takingPart: True to import a truncated movie up to its end.
    /// - Throws: `FileSystemError`, `MovieError`, or `FFmpegError`. No recording remains then.
    public func importMovie(at path: String, name: String?, takingPart: Bool = false) throws -> Recording {
        var attempt = ImportAttempt()
        while true {
            do {
                return try importMovie(at: path, name: name, takingPart: takingPart, attempt)
            } catch is DecodingOrder.NonMonotonicTimes where attempt.lead == 0 {
                attempt.lead = try Self.lead(of: path)
            } catch is PacketInspection.SizeChange where !attempt.encodesVideo {
                attempt.encodesVideo = true
            }
        }
    }

    private func importMovie(
        at path: String, name: String?, takingPart: Bool, _ attempt: ImportAttempt
    ) throws -> Recording {
        var source = try ImportSource.open(path)
        let tracks = try source.choice.tracks.map { try ImportTrack($0, of: source, attempt: attempt) }
        var facts = RecordingFacts(id: .generate(), name: name ?? Self.name(of: path), origin: .imported)
        facts.movieDate = source.demuxer.creationTime.flatMap(RecordingFacts.movieDate)
        let (recording, lock) = try library.create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            let notes = try ImportExtras.write(source, tracks: tracks, attempt: attempt, to: recording)
            let captions = try copy(&source, tracks: tracks, to: recording, takingPart: takingPart)
            let made = try finished(recording, from: source)
            let cuts = try cut(made, accordingTo: source)
            // The facts are written last. If the import is killed earlier, the recording is discarded, because it may
            // show what the movie hides.
            try made.folder.write(made.facts)
            (notes + [captions].compactMap(\.self) + cuts).forEach(report)
            return made
        } catch {
            // The first error is reported. If the folder cannot be removed, it has no movie, so it is not a recording.
            try? library.remove(facts.id)
            throw error
        }
    }

    /// Returns the name of a file without its extension, in a form that is valid for a recording. Returns nil if it is
    /// empty.
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

    /// Returns the duration by which the decoding times of the video must be moved, in ticks. Reads the whole video.
    ///
    /// - Throws: `MovieError` if the times are beyond repair.
    private static func lead(of path: String) throws -> Int64 {
        var source = try ImportSource.open(path)
        let video = source.choice.tracks[0]
        source.demuxer.keepOnly(streams: [video.index])
        var survey = DecodingOrder.Survey()
        while let packet = try source.read() { if packet.streamIndex == video.index { survey.take(packet) } }
        guard let lead = MediaTime(ticks: survey.lead, in: video.timeBase), lead <= maxLead else {
            throw MovieError(path: path, reason: .timesGoBack)
        }
        return survey.lead
    }

    /// The maximum lead. Decoders do not reorder so many frames, so a movie with larger jumps was joined incorrectly.
    private static let maxLead = MediaTime.seconds(5)

    /// Returns the duration and size from a movie's header. Blocks, but reads only the header.
    ///
    /// - Throws: `FileSystemError`, `MovieError`, or `FFmpegError`.
    package static func outline(of path: String) throws -> MovieOutline {
        let source = try ImportSource.demuxer(path)
        let video = try TrackChoice(of: source, path: path).tracks[0].parameters
        let length = source.playedMicroseconds.flatMap { MediaTime(ticks: $0, in: .oneOver(1_000_000)) }
        return MovieOutline(duration: length ?? .zero, width: max(1, video.width), height: max(1, video.height))
    }

    /// Copies the tracks and the captions.
    ///
    /// - Returns: A sentence about the captions, if there are any.
    private func copy(
        _ source: inout ImportSource, tracks: [ImportTrack], to recording: Recording, takingPart: Bool
    ) throws -> String? {
        let (path, stream) = (source.path, source.choice.captions)
        source.demuxer.keepOnly(streams: Set(tracks.map(\.stream.index) + [stream?.index].compactMap(\.self)))
        var captions = try stream.map { try ImportedCaptions($0, timeline: source.timeline) }
        let writer = try ImportWriter(tracks, in: recording)
        var endsDamaged = false
        while let packet = try source.read() {
            // A transport stream joined from several has damaged packets inside, and a truncated one ends with a
            // damaged packet.
            if packet.isCorrupt, !takingPart, !source.demuxer.isTransportStream {
                throw MovieError(path: path, reason: .truncated)
            }
            if packet.streamIndex == stream?.index { captions?.take(packet) }
            guard let track = tracks.first(where: { $0.stream.index == packet.streamIndex }) else { continue }
            guard !packet.isEncrypted else { throw MovieError(path: path, reason: .encrypted) }
            if track.isZeroed(packet) {
                guard takingPart else { throw MovieError(path: path, reason: .truncated) }
                break
            }
            if packet.streamIndex == tracks[0].stream.index { endsDamaged = packet.isCorrupt }
            try writer.write(packet)
        }
        if endsDamaged, !takingPart { throw MovieError(path: path, reason: .truncated) }
        try writer.finish()
        if !takingPart { try checkLength(of: source.demuxer, tracks: tracks, path: path) }
        let sentence = try captions.flatMap { try $0.store(in: recording) }
        // A folder without a movie under its final name is not a recording, so a killed import leaves nothing.
        try recording.folder.rename(Recording.unfinishedMovieName, to: Recording.movieName)
        try recording.folder.sync()
        return sentence
    }

    /// Checks the length. A file that ends early causes no error, but has fewer packets than its header says.
    private func checkLength(of source: Demuxer, tracks: [ImportTrack], path: String) throws {
        guard source.holdsIndexedSamples ?? holdsDuration(of: source, tracks) else {
            throw MovieError(path: path, reason: .truncated)
        }
    }

    private func holdsDuration(of source: Demuxer, _ tracks: [ImportTrack]) -> Bool {
        guard source.declaresDuration else { return true }
        guard tracks.allSatisfy({ Self.isWhole($0.taken, of: $0.announced) }) else { return false }
        // The movie's duration may be that of a track that was not imported.
        guard tracks.count == source.streams.count else { return true }
        let announced = source.durationMicroseconds.flatMap { MediaTime(ticks: $0, in: .oneOver(1_000_000)) }
        return Self.isWhole(tracks.compactMap(\.taken).max(), of: announced)
    }

    /// Returns true if the durations match. Headers are not exact: up to 1 s may be missing, or a tenth of a short
    /// movie.
    private static func isWhole(_ taken: MediaTime?, of announced: MediaTime?) -> Bool {
        guard let taken, let announced, announced > .zero else { return true }
        let (got, wanted) = (taken.converted(to: 1000, rounding: .up), announced.converted(to: 1000, rounding: .down))
        return wanted.value - got.value <= min(1000, wanted.value / 10)
    }

    /// Returns the recording with the facts of its end, which are not written yet.
    private func finished(_ recording: Recording, from source: ImportSource) throws -> Recording {
        let index = try recording.openMovie().index
        guard let video = index.videoTrack, !index.tracks[video].samples.isEmpty else {
            throw MovieError(path: source.path, reason: .noVideo)
        }
        var facts = recording.facts
        let end = source.timeline.end.map { min($0.converted(to: index.clock, rounding: .up), index.end) }
        facts.ending = RecordingFacts.Ending(
            reason: .requested, message: nil, duration: end ?? index.end, frames: index.tracks[video].samples.count,
            droppedFrames: 0)
        facts.movieHeader = try recording.header()
        return Recording(id: recording.id, facts: facts, folder: recording.folder)
    }

    /// Cuts the parts of the recording that the movie's edit list hides.
    ///
    /// - Returns: A sentence for each part.
    private func cut(_ recording: Recording, accordingTo source: ImportSource) throws -> [String] {
        var hidden = source.timeline.hidden
        if let end = source.timeline.end {
            let length = recording.duration(of: try recording.openMovie().index)
            if length > end { hidden.append(TimeRange(start: end, end: length)) }
        }
        guard !hidden.isEmpty else { return [] }
        var session = try EditSession(recording)
        let all = TimeRange(start: .zero, end: session.edit.duration)
        hidden = hidden.map { $0.converted(to: session.edit.duration.timescale, rounding: .nearest) }
            .compactMap { $0.intersection(all) }
        try session.perform(hidden.map { .cut($0) })
        return hidden.map {
            "the movie’s edit list hides \($0.start.timecode()) to \($0.end.timecode()), so this range is cut; "
                + "“replay undo” restores it"
        }
    }
}

extension MovieImporter {
    /// Imports a movie on a separate thread, as the blocking `importMovie(at:name:takingPart:)` does.
    public func importMovie(at path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await WorkerThread.run(named: "import") { try importMovie(at: path, name: name, takingPart: takingPart) }
    }
}
