import FFmpeg
import FoundationEssentials
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline
import Workers

/// The import of one movie into a recording that has no movie yet.
struct MovieImport {
    /// The path of the movie.
    let path: String
    /// The recording, which no other process uses.
    let recording: Recording
    /// True to import a truncated movie up to its end.
    let takesPart: Bool
    /// Called with the amount of media that is known so far.
    var report: (MediaAmount) -> Void = { _ in }

    /// Fills the recording's folder, apart from its facts.
    /// - Returns: The facts of the movie, which are not written yet.
    /// - Throws: `FileSystemError`, `MovieError`, or `FFmpegError`.
    func run() throws -> ImportedMovie {
        var attempt = ImportAttempt()
        while true {
            do {
                return try run(attempt)
            } catch is DecodingOrder.NonMonotonicTimes where attempt.lead == 0 {
                attempt.lead = try lead()
            } catch is PacketInspection.SizeChange where !attempt.encodesVideo {
                attempt.encodesVideo = true
            }
            try recording.removeContents()
        }
    }

    private func run(_ attempt: ImportAttempt) throws -> ImportedMovie {
        var source = try ImportSource.open(path)
        let tracks = try source.choice.tracks.map { try ImportTrack($0, of: source, attempt: attempt) }
        var notes = try ImportExtras.write(source, tracks: tracks, attempt: attempt, to: recording)
        if let captions = try copy(&source, tracks: tracks) { notes.append(captions) }
        let reader = try recording.openMovie()
        let index = reader.index
        guard let video = index.videoTrack, !index.tracks[video].samples.isEmpty else {
            throw MovieError(path: path, reason: .noVideo)
        }
        let end = source.timeline.end.map { min($0.converted(to: index.clock, rounding: .up), index.end) }
        var movie = ImportedMovie(
            creationTime: source.demuxer.creationTime, duration: end ?? index.end,
            frames: index.tracks[video].samples.count, notes: notes, streams: try JSONEncoder().encode(reader.streams))
        let facts = movie.complete(recording.facts)
        let made = Recording(id: recording.id, facts: facts, folder: recording.folder)
        movie.notes += try cut(made, accordingTo: source)
        return movie
    }

    /// Returns the duration by which the decoding times of the video must be moved, in ticks. Reads the whole video.
    ///
    /// - Throws: `MovieError` if the times are beyond repair.
    private func lead() throws -> Int64 {
        var source = try ImportSource.open(path)
        let video = source.choice.tracks[0]
        source.demuxer.keepOnly(streams: [video.index])
        var survey = DecodingOrder.Survey()
        while let packet = try source.read() { if packet.streamIndex == video.index { survey.take(packet) } }
        guard let lead = MediaTime(ticks: survey.lead, in: video.timeBase), lead <= Self.maxLead else {
            throw MovieError(path: path, reason: .timesGoBack)
        }
        return survey.lead
    }

    /// The maximum lead. Decoders do not reorder so many frames, so a movie with larger jumps was joined incorrectly.
    private static let maxLead = MediaTime.seconds(5)

    /// Copies the tracks and the captions.
    ///
    /// - Returns: A sentence about the captions, if there are any.
    private func copy(_ source: inout ImportSource, tracks: [ImportTrack]) throws -> String? {
        let stream = source.choice.captions
        source.demuxer.keepOnly(streams: Set(tracks.map(\.stream.index) + [stream?.index].compactMap(\.self)))
        var captions = try stream.map { try ImportedCaptions($0, timeline: source.timeline) }
        let writer = try ImportWriter(tracks, in: recording)
        var endsDamaged = false
        var amount = ReportedAmount(source)
        report(amount.known)
        while let packet = try source.read() {
            // A transport stream joined from several has damaged packets inside, and a truncated one ends with a
            // damaged packet.
            if packet.isCorrupt, !source.demuxer.isTransportStream {
                guard takesPart else { throw MovieError(path: path, reason: .truncated) }
                // The file ends within the packet, which could not be decoded.
                continue
            }
            if packet.streamIndex == stream?.index { captions?.take(packet) }
            guard let track = tracks.first(where: { $0.stream.index == packet.streamIndex }) else { continue }
            guard !packet.isEncrypted else { throw MovieError(path: path, reason: .encrypted) }
            if track.isZeroed(packet) {
                guard takesPart else { throw MovieError(path: path, reason: .truncated) }
                break
            }
            if packet.streamIndex == tracks[0].stream.index { endsDamaged = packet.isCorrupt }
            try writer.write(packet)
            if amount.hasGrown(to: tracks[0].taken) { report(amount.known) }
        }
        if endsDamaged, !takesPart { throw MovieError(path: path, reason: .truncated) }
        try writer.finish()
        if !takesPart { try checkLength(of: source.demuxer, tracks: tracks) }
        let sentence = try captions.flatMap { try $0.store(in: recording) }
        // A folder without a movie under its final name is not a recording, so a killed import leaves nothing.
        try recording.folder.rename(Recording.unfinishedMovieName, to: Recording.movieName)
        try recording.folder.sync()
        return sentence
    }

    /// Checks the length. A file that ends early causes no error, but has fewer packets than its header says.
    private func checkLength(of source: Demuxer, tracks: [ImportTrack]) throws {
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

/// The amount of media of a movie, as its header says or, if that says less, as far as it was read.
private struct ReportedAmount {
    private(set) var known: MediaAmount
    /// The step between two reports, in seconds of media.
    private static let step = 10.0

    init(_ source: ImportSource) {
        let video = source.choice.tracks[0].parameters
        known = MediaAmount(
            duration: Double(source.demuxer.playedMicroseconds ?? 0) / 1_000_000,
            framePixels: Double(video.width) * Double(video.height))
    }

    /// Returns true if the amount must be reported again.
    /// - Parameter end: The end of the video that was read.
    mutating func hasGrown(to end: MediaTime?) -> Bool {
        guard let end = end?.seconds, end > known.duration else { return false }
        known.duration = end + Self.step
        return true
    }
}

/// The facts of an imported movie.
package struct ImportedMovie: Codable, Sendable {
    /// The time at which the movie was made, in ISO 8601, if it has one.
    let creationTime: String?
    let duration: MediaTime
    /// The number of frames.
    let frames: Int
    /// Sentences about differences from the movie.
    var notes: [String]
    /// The streams of the new movie as JSON.
    var streams: Data?

    /// Returns the facts of the recording with those of its end.
    func complete(_ facts: RecordingFacts) -> RecordingFacts {
        var facts = facts
        facts.movieStreams = streams
        facts.movieDate = creationTime.flatMap(RecordingFacts.movieDate)
        facts.ending = RecordingFacts.Ending(
            reason: .requested, message: nil, duration: duration, frames: frames, droppedFrames: 0)
        return facts
    }
}

extension Recording {
    /// Removes everything that an attempt to import a movie has written.
    fileprivate func removeContents() throws {
        for entry in try folder.entries() where ![RecordingLock.fileName, RecordingFacts.fileName].contains(entry) {
            try folder.remove(entry)
        }
    }
}
