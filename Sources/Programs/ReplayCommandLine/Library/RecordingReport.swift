import FoundationEssentials
import MediaTime
import ReplayControl
package import ReplayLibrary

/// A recording, as `--json` shows it.
package struct RecordingReport: Encodable {
    let id: RecordingID
    let name: String?
    /// The date of creation, or nil if the recording cannot be opened.
    let createdAt: Date?
    /// The origin, or nil if the recording cannot be opened.
    let origin: RecordingFacts.Origin?
    /// The state, in the form of `RecordingState.name`.
    let state: String
    /// The length as a fraction of seconds such as “1234567/90000”. Nil while the recording is in progress.
    let duration: MediaTime?
    let bytes: Int64
    let ending: RecordingFacts.Ending?
    /// A sentence about damage or about why the recording cannot be opened, or nil.
    let damage: String?
    /// The paths of damaged files that a repair replaced.
    let damagedFiles: [String]
    /// The path of the recorder's log, or nil if there is none.
    let log: String?

    /// Returns the reports of recordings, followed by those of recordings that cannot be opened.
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
        bytes = recording.movieSize()
        ending = recording.facts.ending
        damage = recording.facts.damage
        log = recording.logPath()
        damagedFiles = try recording.damagedFiles()
    }
}
