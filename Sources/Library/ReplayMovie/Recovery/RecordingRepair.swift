public import Files
import FoundationEssentials
public import MediaTime
public import ReplayLibrary

/// The result of repairing a recording whose writer was killed or whose files are damaged.
public struct RecordingRepair: Codable, Sendable {
    /// The identifier of the recording.
    public let id: RecordingID
    /// The duration that is kept; nil if the recording contained nothing and was removed.
    public let kept: MediaTime?
    /// A sentence that says which part cannot be read; nil if no damage is known.
    public let damage: String?
    /// True if the movie was damaged and repaired. The damaged original is kept.
    public let isRepaired: Bool
    /// The result of an interrupted redaction; nil if there was none.
    public var redaction: RedactionEnd?
}

/// The result of repairing an interrupted redaction.
public enum RedactionEnd: String, Codable, Sendable {
    /// The redaction was completed.
    case completed
    /// The redaction was completed, but the disk blocks of the old movie were only freed, not overwritten.
    case completedWithoutWiping
    /// The redaction was undone: the movie is as before.
    case takenBack
}

extension RecordingLibrary {
    /// Repairs all recordings whose writers were killed: it sets their duration,
    /// joins parts, and removes temporary files.
    ///
    /// Recorded media is never removed: a damaged file is kept beside the repaired one. A recording
    /// that cannot be repaired is not changed.
    /// - Parameters:
    ///   - isThorough: True to also look for damage in recordings that ended normally. This reads all movies.
    ///   - onFailure: Called for each recording that cannot be repaired, with the error of `repair(_:)`.
    /// - Returns: The results for the repaired recordings.
    /// - Throws: `FileSystemError` if the library cannot be read.
    public func repair(
        isThorough: Bool = false, onFailure: (RecordingID, any Error) -> Void = { _, _ in }
    ) throws(FileSystemError) -> [RecordingRepair] {
        // A failure is ignored, because the next repair removes these remains.
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

    /// Repairs a recording whose writer was killed or whose movie is damaged.
    /// - Returns: Nil if there was nothing to do, or if the recording is in progress.
    /// - Throws: `FileSystemError`, `MovieError`, `DocumentError`.
    public func repair(_ recording: Recording) throws -> RecordingRepair? {
        guard let lock = try RecordingLock.take(in: recording.folder) else { return nil }
        return try repair(recording, holding: lock)
    }

    /// Repairs a recording whose lock the caller already has, so that no other process can lock it in between.
    /// - Parameter lock: The recording's lock, which is still held afterwards.
    package func repair(_ recording: Recording, holding lock: RecordingLock) throws -> RecordingRepair? {
        let redaction = try recording.endRedaction()
        // Read the facts again: under the lock no other process writes them.
        let recording = try self.recording(recording.id)
        if recording.facts.ending != nil { return try recording.repairFinished(after: redaction) }
        // Rebuilt facts have `damage`, and do not say if an import ended.
        let isImporting = recording.facts.origin == .imported && recording.facts.damage == nil
        guard !isImporting, try recording.holdsMedia() else {
            // Nothing was recorded, or an import was interrupted, whose source file still exists.
            try remove(recording.id)
            return RecordingRepair(id: recording.id, kept: nil, damage: nil, isRepaired: false)
        }
        return try recording.repairInterrupted()
    }
}

extension Recording {
    /// Repairs the movie of a recording that ended, and adds damage of its media data to the facts.
    /// - Returns: Nil if there is no new damage and no interrupted redaction.
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
        let damage = try finish(facts, outcome: outcome, index: movie.index)
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
                ? "the recorder was killed, or the machine went down" : "how it ended is unknown",
            duration: extent?.duration ?? .zero, frames: extent?.frames ?? 0, droppedFrames: 0)
        try removeLeftovers()
        if facts.damage == nil { try noteInterruption(at: facts.ending?.duration ?? .zero) }
        try setFactsAside()
        let kept = extent?.duration ?? .zero
        let damage = try finish(facts, outcome: outcome, index: index)
        return RecordingRepair(id: id, kept: kept, damage: damage, isRepaired: outcome == .repaired)
    }

    /// Repairs the movie.
    /// - Returns: Nil if nothing of the movie can be read.
    private func repairWherePossible() throws -> MovieRepair.Outcome? {
        do {
            return try repairMovie()
        } catch let error as FileSystemError where error.isDiskFull {
            // There is no space for a repaired copy: the readable parts of the damaged movie are used.
            return .intact
        } catch let error as MovieError where error.reason == .noHeader {
            return nil
        }
    }

    /// Stores the results of a repair in the facts and events.
    /// - Returns: A sentence that says which part of the recording cannot be read.
    private func finish(
        _ facts: RecordingFacts, outcome: MovieRepair.Outcome?, index: MovieIndex?
    ) throws -> String? {
        for gap in index?.gaps ?? [] { try note(gap) }
        var facts = facts
        facts.damage = index.flatMap { Self.damage($0) } ?? facts.damage
        if outcome == nil { facts.damage = "its movie cannot be read" }
        if outcome == .replacedByProxy {
            facts.damage = "its movie cannot be read, only its small copy for previews"
        }
        if index != nil { facts.movieHeader = try header() }
        try folder.write(facts)
        return facts.damage
    }

    /// Returns a sentence about the gaps of a movie, or nil if there are none.
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

    /// Keeps an unreadable `recording.json` under another name before it is overwritten.
    private func setFactsAside() throws {
        guard facts.damage != nil, folder.contains(RecordingFacts.fileName) else { return }
        do {
            _ = try folder.read(RecordingFacts.self)
        } catch is DocumentError {
            try folder.rename(RecordingFacts.fileName, to: "recording.damaged.json")
        }
    }

    /// Removes the files of a killed writer: its socket, its disk reserve, and temporary files.
    private func removeLeftovers() throws(FileSystemError) {
        for name in try folder.entries() where name.hasSuffix(".sock") || name.hasSuffix(".new") {
            try folder.remove(name)
        }
        try folder.remove(DiskReserve.fileName)
    }
}

extension MovieReader {
    /// Compares all media data with the hashes.
    /// - Returns: A sentence that says what is damaged, or nil if nothing is.
    fileprivate func mediaDamage() throws -> String? {
        for fragment in index.fragments { _ = try verify(at: fragment.media.lowerBound) }
        guard index.gaps.isEmpty, let first = damagedRanges.first else { return nil }
        let places = damagedRanges.count == 1 ? "" : " and in \(damagedRanges.count - 1) more places"
        return "frames or audio from \(first.start.timecode()) to \(first.end.timecode())\(places) are not as recorded"
    }
}
