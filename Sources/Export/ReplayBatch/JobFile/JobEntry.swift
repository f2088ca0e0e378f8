import MediaTime
import ReplayExporter
import ReplayJSON
import ReplayLibrary

/// One object of a job file's `jobs`, with the defaults where it says nothing: a job, or a pattern for many.
struct JobEntry {
    /// How each source is named: `recording` or `movie`.
    enum Source: Hashable {
        /// An id or its beginning; with `*`, `?` or `[`: all whose id or name fits.
        case recording(String)
        /// A file; with `*`, `?` or `[`: all that fit.
        case movie(String)
    }

    /// What it says of the edit.
    enum Edit {
        /// The recording's own; of a movie: all is kept.
        case own
        /// What an `edit.json` says.
        case file(String)
        case decisions(JobEdit)
    }

    static let keys = [
        "recording", "movie", "name", "edit", "preset", "overrides", "output", "audio", "audioRender", "render",
        "camera",
        "captions", "captionsAs", "captionsLanguage", "page", "metadata", "chunk", "memory", "time",
    ]
    /// What was called otherwise by earlier versions: that of `audioRender`.
    static let formerKeys = ["sound"]
    /// Those that may stand in `defaults`.
    static let defaultKeys = keys.filter { !["recording", "movie", "name"].contains($0) }

    /// For errors that are found later.
    let object: JobObject
    let source: Source
    let name: String?
    let edit: Edit
    let preset: String
    let overrides: JSON5Value?
    let output: String?
    let options: JobOptions
    let limits: JobLimits
    let chunkLength: MediaTime?

    init(_ object: JobObject) throws(JobFileError) {
        self.object = object
        switch (try object.string("recording"), try object.string("movie")) {
        case (let recording?, nil): source = .recording(recording)
        case (nil, let movie?): source = .movie(movie)
        case (nil, nil): throw object.error("a job has neither “recording” nor “movie”")
        default: throw object.error("a job has both “recording” and “movie”", at: "movie")
        }
        name = try object.string("name")
        edit = try Self.edit(object)
        preset = try object.string("preset") ?? "share-1080p"
        overrides = object.value("overrides")
        output = try object.string("output")
        options = try JobOptions(object)
        limits = try JobLimits(object)
        chunkLength = try JobLimits.length("chunk", in: object)
        if let chunkLength, !(MediaTime.seconds(2)...MediaTime.seconds(86_400)).contains(chunkLength) {
            throw object.error("“chunk” must be 2 s to a day", at: "chunk")
        }
    }

    private static func edit(_ object: JobObject) throws(JobFileError) -> Edit {
        guard let value = object.value("edit") else { return .own }
        if case .string = value.content { return .file(try object.string("edit") ?? "") }
        if case .array(let operations) = value.content {
            return .decisions(try .written(operations, in: object.text))
        }
        return .decisions(.decisions(try JobEdit.Decisions(try object.text.object(value, "“edit”"))))
    }
}
