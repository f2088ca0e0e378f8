import FoundationEssentials
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The settings on which an output depends, apart from its movie.
struct JobSettings: Encodable, Hashable, Sendable {
    private let edit: JobEdit
    private let preset: Preset
    private let options: JobOptions
    private let chunkMilliseconds: Int64?
    /// The title in the file or on the HLS page.
    private let title: String?
    /// The recording's date in the file.
    private let date: Date?

    /// Creates the settings of a job.
    /// - Parameter recording: The recording, or nil if the source is a movie file.
    init(_ job: Job, recording: Recording?) throws {
        edit = try recording.map(job.edit.settled) ?? job.edit
        var preset = job.preset
        // The preset's name does not affect the output.
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
