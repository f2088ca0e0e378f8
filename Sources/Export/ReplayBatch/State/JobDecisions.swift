import FoundationEssentials
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// What is decided about an output, whatever its movie is.
struct JobDecisions: Encodable, Hashable, Sendable {
    private let edit: JobEdit
    private let preset: Preset
    private let options: JobOptions
    private let chunkMilliseconds: Int64?
    /// What a folder's page is called, or a file.
    private let title: String?
    /// What a file says of the recording's date.
    private let date: Date?

    /// - Parameter recording: the one that is exported; nil: there is only a movie file.
    init(_ job: Job, recording: Recording?) throws {
        edit = try recording.map(job.edit.settled) ?? job.edit
        var preset = job.preset
        // What it is called makes no difference.
        (preset.name, preset.summary) = ("", "")
        self.preset = preset
        options = job.options
        chunkMilliseconds = job.chunkMilliseconds
        if job.preset.hls == nil {
            let told = job.options.hasMetadata ? recording : nil
            (title, date) = (told?.facts.name, told?.dateMade)
        } else {
            (title, date) = (job.options.hasPage ? recording?.facts.name ?? job.name : nil, nil)
        }
    }
}
