import MediaTime
import ReplayJSON
import ReplayLibrary

/// An element of a job file's `jobs`, with the defaults filled in: a job, or a pattern for many jobs.
struct JobEntry {
    /// The source, named by `recording` or `movie`.
    enum Source: Hashable {
        /// An id or a prefix of it. With `*`, `?` or `[`, a pattern for the ids or names of recordings.
        case recording(String)
        /// A file. With `*`, `?` or `[`, a pattern for files.
        case movie(String)
    }

    /// The edit.
    enum Edit {
        /// The recording's own edit. A movie is kept whole.
        case own
        /// The edit in an `edit.json`.
        case file(String)
        case edit(JobEdit)
    }

    static let keys = [
        "recording", "movie", "name", "edit", "preset", "overrides", "output", "audio", "audioRender", "render",
        "camera",
        "captions", "captionsAs", "captionsLanguage", "page", "metadata", "chunk", "memory", "time",
    ]
    /// The former names of keys, which are still read: "sound" for `audioRender`.
    static let formerKeys = ["sound"]
    /// The keys that are valid in `defaults`.
    static let defaultKeys = keys.filter { !["recording", "movie", "name"].contains($0) }

    /// The object, for errors that are found later.
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
            throw object.error("“chunk” must be between 2 s and 1 day", at: "chunk")
        }
    }

    private static func edit(_ object: JobObject) throws(JobFileError) -> Edit {
        guard let value = object.value("edit") else { return .own }
        if case .string = value.content { return .file(try object.string("edit") ?? "") }
        if case .array(let operations) = value.content {
            return .edit(try .written(operations, in: object.text))
        }
        return .edit(.ranges(try JobEdit.Ranges(try object.text.object(value, named: "“edit”"))))
    }
}
