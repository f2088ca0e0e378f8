import FFmpeg
import MediaTime
import ReplayEditor
public import ReplayLibrary
import ReplayMovie
import Threads

/// Removes frames and audio from a recording for good: it writes the movie anew, puts it in the place of the old one, removes
/// what was made of that, and reads the whole library back to see that nothing of it is left.
///
/// Exports are not changed, nor are snapshots and backups of the file system. Killed at any instant, it leaves the old movie or
/// the new one, whole; the next command completes it or takes it back.
public struct Redactor: Sendable {
    /// The recording that is redacted.
    public let recording: Recording

    /// Sets its property.
    /// - Parameter recording: it must have come to its end.
    public init(_ recording: Recording) { self.recording = recording }

    /// What would be done; nothing is changed. Blocks for a moment.
    /// - Throws: `RedactionError`, `EditError`, `FileSystemError`, `DocumentError`, `MovieError`.
    public func plan(_ redaction: Redaction) throws -> RedactionPlan {
        try check()
        return try plan(redaction, RedactionWork(redaction, EditSession(recording)))
    }

    /// Does it, on a thread of its own.
    /// - Returns: what was done, and how much was read back.
    /// - Throws: `RedactionError.stillFound` if one of the recording's own files still holds what was removed: all else is done
    ///   then. Other recordings that may show the same are no error; the report names them.
    ///   `RedactionError`, `EditError`, `FileSystemError`, `DocumentError`, `MovieError`, or an error of FFmpeg's whose
    ///   description is a sentence: the movie and the edit are as they were.
    public func redact(_ redaction: Redaction) async throws -> RedactionReport {
        try await WorkerThread.run("redaction") { try perform(redaction) }
    }

    private func perform(_ redaction: Redaction) throws -> RedactionReport {
        let name = recording.displayName
        guard let lock = try RecordingLock.take(in: recording.folder) else { throw RedactionError.busy(name) }
        defer { withExtendedLifetime(lock) {} }
        _ = try recording.endRedaction()
        // Who makes a proxy would put frames of the old movie in its place afterwards.
        guard let proxyLock = try ProxyLock.take(in: recording.folder) else { throw RedactionError.busy(name) }
        return try withExtendedLifetime(proxyLock) { try performLocked(redaction) }
    }

    private func performLocked(_ redaction: Redaction) throws -> RedactionReport {
        try checkFacts()
        let work = try RedactionWork(redaction, EditSession(recording))
        var plan = try plan(redaction, work)
        var proof = try RedactionProof(work, recording)
        let (findings, isWiped) = try replaceMovie(work, plan, &proof)
        do {
            try proof.checkOwnFiles()
            // An export that had begun before may have ended since.
            plan.exports = try recording.exportPaths
            return proof.report(plan, try findings.get(), isWiped: isWiped)
        } catch let error as RedactionError {
            throw error
        } catch {
            throw RedactionError.notSearched("\(error)")
        }
    }

    private func plan(_ redaction: Redaction, _ work: RedactionWork) throws -> RedactionPlan {
        let files = try recording.derivedFiles(ofAudio: redaction.audio != .none).map { recording.path + "/" + $0 }
        let copies = try RecordingCopies(recording).paths
        return try RedactionPlan(redaction, work, recording, removes: files + copies)
    }

    /// - Returns: the files that may show the same, which are looked for as long as the old movie can be compared with them; and
    ///   true if the old movie was overwritten.
    private func replaceMovie(_ work: RedactionWork, _ plan: RedactionPlan, _ proof: inout RedactionProof) throws
        -> (findings: Result<[RedactionFinding], any Error>, isWiped: Bool)
    {
        try work.checkMedia(recording)
        let files = try recording.derivedFiles(ofAudio: !work.audios.isEmpty)
        try recording.beginRedaction()
        do {
            try write(work, &proof)
            if let range = plan.coveredRange(of: work.movie) { try recording.writeRedactedPointer(without: range) }
            if work.removesAudio { try recording.writeRedactedCaptions(without: plan.silencedRange) }
            try RedactionCheck(work, recording).run()
            try RecordingCopies(recording).remove()
        } catch {
            // Why it failed is to be told; the next command takes back what could not be now.
            try? recording.takeRedactionBack()
            throw error
        }
        // What other files hold must not keep this recording from being redacted.
        let findings = Result { try proof.findings(work) }
        return (findings, try recording.replaceByRedacted(removing: files))
    }

    private func write(_ work: RedactionWork, _ proof: inout RedactionProof) throws {
        let videos = try Dictionary(
            uniqueKeysWithValues: work.videos.map { ($0.track, try RedactedVideo($0, movie: work.movie)) })
        let audios = try Dictionary(
            uniqueKeysWithValues: work.audios.map { ($0.track, try $0.packets(of: work.movie)) })
        try MovieRewriter.write(recording, to: Recording.redactedName, work.changes) { track, sample in
            let packet = try videos[track]?.packet(sample) ?? audios[track]?.packet(sample)
            guard let packet else { return try work.movie.verifiedPacket(track: track, sample: sample) }
            if work.removed[track]?.contains(sample) ?? false { proof.excuse(packet) }
            return packet
        }
    }

    /// Whether it can be redacted at all now.
    /// - Throws: `RedactionError` where it is being made, was interrupted, or is damaged.
    public func check() throws {
        guard recording.state != .recording else { throw RedactionError.busy(recording.displayName) }
        try checkFacts()
    }

    private func checkFacts() throws {
        let facts = try recording.folder.read(RecordingFacts.self)
        if facts.damage != nil { throw RedactionError.damaged(recording.displayName) }
        if facts.ending == nil { throw RedactionError.interrupted(recording.displayName) }
    }
}

extension RedactionWork {
    /// Reads all media data: what is damaged would be taken for what was recorded afterwards.
    /// - Throws: `RedactionError.damaged`.
    func checkMedia(_ recording: Recording) throws {
        let index = movie.index
        guard index.gaps.isEmpty, !index.isDamaged, !index.isTruncated else {
            throw RedactionError.damaged(recording.displayName)
        }
        for fragment in index.fragments where try movie.verify(at: fragment.media.lowerBound) == .damaged {
            throw RedactionError.damaged(recording.displayName)
        }
    }
}
