public import Files
import FoundationEssentials
public import MediaTime
public import ReplayLibrary

/// What was done to a recording whose writer had been killed, or whose files are damaged.
public struct RecordingRepair: Codable, Sendable {
    /// The recording.
    public let id: RecordingID
    /// How much of it is kept; nil where it held nothing that could be, and was removed.
    public let kept: MediaTime?
    /// What of it cannot be read, in a sentence; nil where nothing is known to be damaged.
    public let damage: String?
    /// Whether its movie was damaged and has been written anew; the damaged one is kept.
    public let isRepaired: Bool
    /// What became of a redaction that was killed; nil where there was none.
    public var redaction: RedactionEnd?
}

/// What becomes of a redaction that was killed.
public enum RedactionEnd: String, Codable, Sendable {
    /// It had come so far that it was completed.
    case completed
    /// It was completed, but the blocks of the old movie could only be freed, not overwritten.
    case completedWithoutWiping
    /// It was taken back: the movie is as it was before.
    case takenBack
}

extension RecordingLibrary {
    /// Brings to their end all recordings whose writers were killed: says how long they are, puts the parts of a
    /// buffer together, and removes temporary files. What was recorded is never removed: a damaged file is kept beside the
    /// repaired one.
    ///
    /// A recording that cannot be repaired is left as it is.
    /// - Parameters:
    ///   - isThorough: whether to look for damage in recordings that came to their end as well. It reads all movies.
    ///   - onFailure: called for each recording that cannot be repaired, with what `repair(_:)` throws.
    /// - Throws: `FileSystemError` where the library cannot be read.
    public func repair(
        isThorough: Bool = false, onFailure: (RecordingID, any Error) -> Void = { _, _ in }
    ) throws(FileSystemError) -> [RecordingRepair] {
        // They are in nobody's way: what cannot be removed now goes with the next repair.
        try? removeRemains()
        return try recordings().filter {
            isThorough || $0.facts.ending == nil || $0.hasUnfinishedRedaction
        }.compactMap { recording in
            do {
                return try repair(recording)
            } catch {
                onFailure(recording.id, error)
                return nil
            }
        }
    }

    /// Brings a recording to its end if its writer was killed, and repairs its movie if that is damaged.
    /// - Returns: nil where there was nothing to do, or it is being written.
    /// - Throws: `FileSystemError`, `MovieError`, `DocumentError`.
    public func repair(_ recording: Recording) throws -> RecordingRepair? {
        guard let lock = try RecordingLock.take(in: recording.folder) else { return nil }
        return try repair(recording, holding: lock)
    }

    /// The same, for who goes on with the recording and must not let another take it in between.
    /// - Parameter lock: its lock, still held afterwards.
    package func repair(_ recording: Recording, holding lock: RecordingLock) throws -> RecordingRepair? {
        let redaction = try recording.endRedaction()
        // As it is now that nobody else writes it.
        let recording = try self.recording(recording.id)
        if recording.facts.ending != nil { return try recording.repairFinished(after: redaction) }
        // Rebuilt facts have damage, and say nothing of how an import ended.
        let isImporting = recording.facts.origin == .imported && recording.facts.damage == nil
        guard !isImporting, try recording.holdsMedia() else {
            // Nothing was recorded, or a movie was being imported, which is still where it was.
            try discard(recording.id)
            return RecordingRepair(id: recording.id, kept: nil, damage: nil, isRepaired: false)
        }
        return try recording.repairInterrupted()
    }
}

extension Recording {
    /// Repairs the movie of a recording that came to its end, and notes what of its media data is damaged.
    /// - Returns: nil where nothing is damaged that was not before, and no redaction was killed.
    fileprivate func repairFinished(after redaction: RedactionEnd?) throws -> RecordingRepair? {
        try folder.removeUnfinished(of: RecordingFacts.fileName)
        let outcome = try repairMovie()
        let movie = try openMovie()
        var facts = facts
        facts.damage = try movie.mediaDamage() ?? facts.damage
        guard outcome != .intact || facts.damage != self.facts.damage else {
            return redaction.map {
                RecordingRepair(
                    id: id, kept: facts.ending?.duration, damage: nil, isRepaired: false, redaction: $0)
            }
        }
        facts.ending?.frames = extent(of: movie.index)?.frames ?? 0
        let damage = try finish(facts, outcome, movie.index)
        return RecordingRepair(
            id: id, kept: facts.ending?.duration, damage: damage, isRepaired: outcome == .repaired,
            redaction: redaction)
    }

    fileprivate func repairInterrupted() throws -> RecordingRepair {
        try joinParts()
        let outcome = try repairWherePossible()
        let index = outcome == nil ? nil : try openMovie().index
        let extent = index.flatMap { self.extent(of: $0) }
        var facts = facts
        facts.ending = RecordingFacts.Ending(
            reason: .interrupted,
            message: facts.damage == nil
                ? "the recorder was killed, or the machine went down" : "how it ended is not known any more",
            duration: extent?.duration ?? .zero, frames: extent?.frames ?? 0, droppedFrames: 0)
        try removeLeftovers()
        if facts.damage == nil { try noteInterruption(at: facts.ending?.duration ?? .zero) }
        try setFactsAside()
        let kept = extent?.duration ?? .zero
        let damage = try finish(facts, outcome, index)
        return RecordingRepair(id: id, kept: kept, damage: damage, isRepaired: outcome == .repaired)
    }

    /// - Returns: nil where nothing of the movie can be read.
    private func repairWherePossible() throws -> MovieRepair.Outcome? {
        do {
            return try repairMovie()
        } catch let error as FileSystemError where error.isDiskFull {
            // Without space for a repaired copy the damaged movie is read as far as it can be.
            return .intact
        } catch let error as MovieError where error.reason == .noHeader {
            return nil
        }
    }

    /// Writes down what a repair found out.
    /// - Returns: what of the recording cannot be read, in a sentence.
    private func finish(
        _ facts: RecordingFacts, _ outcome: MovieRepair.Outcome?, _ index: MovieIndex?
    ) throws -> String? {
        for gap in index?.gaps ?? [] { try note(gap) }
        var facts = facts
        facts.damage = index.flatMap { Self.damage($0) } ?? facts.damage
        if outcome == nil { facts.damage = "nothing of its movie can be read" }
        if outcome == .replacedByProxy {
            facts.damage = "nothing of its movie can be read but its small copy for previews"
        }
        if index != nil { facts.movieHeader = try header() }
        try folder.write(facts)
        return facts.damage
    }

    /// - Returns: nil where there is no gap.
    private static func damage(_ index: MovieIndex) -> String? {
        guard let first = index.gaps.first else { return nil }
        let lost = index.gaps.reduce(MediaTime.zero) { $0 + $1.range.duration }
        let places = index.gaps.count == 1 ? "at \(first.range.start.timecode())" : "in \(index.gaps.count) places"
        return "\(lost.timecode()) of its movie cannot be read, \(places)"
    }

    private func note(_ gap: MovieIndex.Gap) throws {
        guard try !events().contains(where: { $0.kind == .damaged && $0.time == gap.range.start }) else { return }
        let detail = "\(gap.range.duration.timecode()) cannot be read"
        try append([RecordingEvent(time: gap.range.start, kind: .damaged, detail: detail)])
    }

    /// Keeps a `recording.json` that could not be read, which is about to be written anew.
    private func setFactsAside() throws {
        guard facts.damage != nil, folder.contains(RecordingFacts.fileName) else { return }
        do {
            _ = try folder.read(RecordingFacts.self)
        } catch is DocumentError {
            try folder.rename(RecordingFacts.fileName, to: "recording.damaged.json")
        }
    }

    /// What a writer leaves that was killed: its socket, the space it kept back, files that were not renamed yet.
    private func removeLeftovers() throws(FileSystemError) {
        for name in try folder.entries() where name.hasSuffix(".sock") || name.hasSuffix(".new") {
            try folder.remove(name)
        }
        try folder.remove(DiskReserve.fileName)
    }
}

extension MovieReader {
    /// Holds all media data against its hashes.
    /// - Returns: what of it is damaged, in a sentence; nil: nothing.
    fileprivate func mediaDamage() throws -> String? {
        for fragment in index.fragments { _ = try verify(at: fragment.media.lowerBound) }
        guard index.gaps.isEmpty, let first = damagedRanges.first else { return nil }
        let places = damagedRanges.count == 1 ? "" : " and in \(damagedRanges.count - 1) more places"
        return "frames or audio from \(first.start.timecode()) to \(first.end.timecode())\(places) are not as recorded"
    }
}
