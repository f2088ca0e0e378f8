import FFmpeg
import MediaTime
import ReplayComposition
import ReplayEditor
public import ReplayLibrary
import ReplayMovie
import Threads

/// A redactor that removes frames and audio from a recording permanently. It writes a new movie, replaces the old one
/// and removes the files derived from it. Then it searches the library to check that nothing of the removed content is
/// left.
///
/// Exports, snapshots and backups of the file system are not changed. If the process is killed at any time, either the
/// old or the new movie remains complete. The next command then completes or reverts the redaction.
/// the new one, whole; the next command completes it or takes it back.
public struct Redactor: Sendable {
    /// The recording to redact.
    public let recording: Recording

    /// Creates a redactor.
    /// - Parameter recording: The recording, which must be finished.
    public init(_ recording: Recording) { self.recording = recording }

    /// Returns the plan of a redaction, without any change. Blocks briefly.
    /// - Throws: `RedactionError`, `EditError`, `FileSystemError`, `DocumentError`, `MovieError`.
    public func plan(_ redaction: Redaction) throws -> RedactionPlan {
        try check()
        return try plan(redaction, work: RedactionWork(redaction, in: EditSession(recording)))
    }

    /// Redacts the recording, on its own thread.
    /// - Returns: A report of the changes and of the files that were read back.
    /// - Throws: `RedactionError.stillFound` if one of the recording's own files still has removed content. Everything
    ///   else is done then. Other files that may show the same content are not an error: the report lists them. After
    ///   `RedactionError.notSearched`, the movie is redacted too. After any other error, the movie and the edit are
    ///   unchanged: `RedactionError`, `EditError`, `FileSystemError`, `DocumentError`, `MovieError`, or `FFmpegError`.
    public func redact(_ redaction: Redaction) async throws -> RedactionReport {
        try await WorkerThread.run(named: "redaction") { try perform(redaction) }
    }

    private func perform(_ redaction: Redaction) throws -> RedactionReport {
        let name = recording.displayName
        guard let lock = try RecordingLock.take(in: recording.folder) else { throw RedactionError.busy(name) }
        defer { withExtendedLifetime(lock) {} }
        _ = try recording.endRedaction()
        // A process that makes a proxy would otherwise write frames of the old movie afterwards.
        guard let proxyLock = try ProxyLock.take(in: recording.folder) else { throw RedactionError.busy(name) }
        return try withExtendedLifetime(proxyLock) { try performLocked(redaction) }
    }

    private func performLocked(_ redaction: Redaction) throws -> RedactionReport {
        try checkFacts()
        let work = try RedactionWork(redaction, in: EditSession(recording))
        var plan = try plan(redaction, work: work)
        var proof = try RedactionProof(work, in: recording)
        let (findings, isWiped) = try replaceMovie(work, plan: plan, proof: &proof)
        do {
            try proof.checkOwnFiles()
            // An export that started earlier may have finished meanwhile.
            plan.exports = try recording.exportPaths()
            return proof.report(of: plan, findings: try findings.get(), isWiped: isWiped)
        } catch let error as RedactionError {
            throw error
        } catch {
            throw RedactionError.notSearched("\(error)")
        }
    }

    private func plan(_ redaction: Redaction, work: RedactionWork) throws -> RedactionPlan {
        let files = try recording.derivedFiles(ofAudio: redaction.audio != .none).map { recording.path + "/" + $0 }
        let copies = try RecordingCopies(recording).paths
        return try RedactionPlan(redaction, work: work, recording: recording, removes: files + copies)
    }

    /// Writes the new movie and replaces the old one.
    /// - Returns: The files that may show the same content, found while the old movie can still be compared with them.
    ///   `isWiped` is true if the old movie was overwritten.
    private func replaceMovie(_ work: RedactionWork, plan: RedactionPlan, proof: inout RedactionProof) throws
        -> (findings: Result<[RedactionFinding], any Error>, isWiped: Bool)
    {
        try work.checkMedia(recording)
        let files = try recording.derivedFiles(ofAudio: !work.audios.isEmpty)
        try recording.checkSideFiles()
        try recording.beginRedaction()
        do {
            try write(work, with: &proof)
            if let range = plan.coveredRange(of: work.movie) {
                try recording.writeRedactedPointer(without: range)
                try recording.writeRedacted(ChangeEntry.self, without: range)
                try recording.writeRedacted(KeyEntry.self, without: range)
            }
            if work.removesAudio { try recording.writeRedactedCaptions(without: plan.silencedRange) }
            try recording.writeRedactedComments(without: plan.commentRange(of: work.movie))
            try RedactionCheck(work, in: recording).run()
            try RecordingCopies(recording).remove()
        } catch {
            // The first error is reported. If this fails, the next command reverts the redaction.
            try? recording.takeRedactionBack()
            throw error
        }
        // Errors in other files must not prevent the redaction of this recording.
        let findings = Result { try proof.findings(work) }
        return (findings, try recording.replaceByRedacted(removing: files))
    }

    private func write(_ work: RedactionWork, with proof: inout RedactionProof) throws {
        let videos = try Dictionary(
            uniqueKeysWithValues: work.videos.map { ($0.track, try RedactedVideo($0, movie: work.movie)) })
        let audios = try Dictionary(
            uniqueKeysWithValues: work.audios.map { ($0.track, try $0.packets(of: work.movie)) })
        try MovieRewriter.write(recording, to: Recording.redactedName, changes: work.changes) { track, sample in
            let packet = try videos[track]?.packet(sample) ?? audios[track]?.packet(sample)
            guard let packet else { return try work.movie.verifiedPacket(track: track, sample: sample) }
            if work.removed[track]?.contains(sample) ?? false { proof.excuse(packet) }
            return packet
        }
    }

    /// Checks that the recording can be redacted now.
    /// - Throws: `RedactionError` if it is being recorded, was interrupted, or is damaged.
    public func check() throws {
        guard recording.state() != .recording else { throw RedactionError.busy(recording.displayName) }
        try checkFacts()
    }

    private func checkFacts() throws {
        let facts = try recording.folder.read(RecordingFacts.self)
        if facts.damage != nil { throw RedactionError.damaged(recording.displayName) }
        if facts.ending == nil { throw RedactionError.interrupted(recording.displayName) }
    }
}

extension RedactionWork {
    /// Reads and verifies all media data. Damaged data would get new hashes and count as recorded afterwards.
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
