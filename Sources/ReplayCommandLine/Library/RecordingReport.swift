import FoundationEssentials
import MediaTime
import ReplayControl
package import ReplayLibrary
import ReplaySources

/// A recording, as `--json` shows it.
package struct RecordingReport: Encodable {
    let id: RecordingID
    let name: String?
    let createdAt: Date
    let origin: RecordingFacts.Origin
    /// As `RecordingState.name`.
    let state: String
    /// As “1234567/90000” seconds; nil while it is being made.
    let duration: MediaTime?
    let bytes: Int64
    let ending: RecordingFacts.Ending?
    /// What of it cannot be read, in a sentence.
    let damage: String?
    /// Paths of damaged files that a repair replaced.
    let damagedFiles: [String]
    /// The path of its recorder's log, where it has one.
    let log: String?

    /// - Throws: `FileSystemError`.
    package init(_ recording: Recording) throws {
        id = recording.id
        name = recording.facts.name
        createdAt = recording.facts.createdAt
        origin = recording.facts.origin
        state = RecordingState(recording).name
        duration = recording.facts.ending?.duration
        bytes = recording.movieSize
        ending = recording.facts.ending
        damage = recording.facts.damage
        log = recording.logPath
        damagedFiles = try recording.damagedFiles
    }
}
