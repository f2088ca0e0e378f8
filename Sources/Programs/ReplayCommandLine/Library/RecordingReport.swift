import FoundationEssentials
import MediaTime
import ReplayControl
package import ReplayLibrary

/// A recording, as `--json` shows it.
package struct RecordingReport: Encodable {
    let id: RecordingID
    let name: String?
    /// Nil if the recording cannot be opened.
    let createdAt: Date?
    /// Nil if the recording cannot be opened.
    let origin: RecordingFacts.Origin?
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

    /// The reports of recordings, and of those that cannot be opened, which are damaged, behind them.
    /// - Throws: `FileSystemError`.
    static func all(of recordings: [Recording], damaged: [UnreadableRecording]) throws -> [RecordingReport] {
        try recordings.map(RecordingReport.init) + damaged.map(RecordingReport.init)
    }

    private init(_ recording: UnreadableRecording) {
        id = recording.id
        (name, createdAt, origin, duration, ending, log) = (nil, nil, nil, nil, nil, nil)
        state = Recording.State.damaged.rawValue
        (bytes, damage, damagedFiles) = (0, recording.reason, [])
    }

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
