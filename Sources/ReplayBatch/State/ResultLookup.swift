import ReplayMovie

/// The results of earlier runs, looked up by job and by inputs; and what jobs depend on, each looked at once.
struct ResultLookup {
    private let byJob: [String: JobResult]
    private let byInputs: [String: JobResult]
    /// Movies that were read, or found unchanged, by their paths.
    private var movies: [String: FileIdentity] = [:]
    private var libraries: [String: RecordingLibrary] = [:]
    private var recordings: [Job.Source: Recording] = [:]

    init(_ results: [JobResult]) {
        byJob = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        byInputs = Dictionary(
            results.filter { $0.failure == nil }.compactMap { result in result.inputs.map { ($0.key, result) } }
        ) { first, _ in first }
    }

    var isEmpty: Bool { byJob.isEmpty }

    func result(of job: Job) -> JobResult? { byJob[job.id] }

    /// An output of the same inputs that is there still.
    func twin(of inputs: JobInputs) -> JobTwin? { byInputs[inputs.key].flatMap(JobTwin.init) }

    /// What the job depends on, now.
    /// - Throws: where the movie is not there.
    mutating func inputs(of job: Job) throws -> JobInputs {
        let recording = try recording(of: job)
        return try JobInputs(job, recording: recording) { try movie($0, like: byJob[job.id]?.inputs?.movie) }
    }

    /// What is decided about the job's output, now.
    /// - Throws: where the recording is not there.
    mutating func decisions(of job: Job) throws -> JobDecisions {
        try JobDecisions(job, recording: try recording(of: job))
    }

    /// In bytes; nil: the movie is not there.
    mutating func movieSize(of job: Job) -> Int64? {
        if case .movie(let path) = job.source { return FileIdentity.size(of: path) }
        return (try? recording(of: job))??.movieSize
    }

    private mutating func movie(_ path: String, like old: FileIdentity?) throws -> FileIdentity {
        if let known = movies[path] { return known }
        let found = try old.flatMap { $0.isThat(of: path) ? $0 : nil } ?? FileIdentity.of(path)
        movies[path] = found
        return found
    }

    private mutating func recording(of job: Job) throws -> Recording? {
        guard case .recording(let id, let home) = job.source else { return nil }
        if let known = recordings[job.source] { return known }
        let library = try libraries[home] ?? RecordingLibrary.open(home: home)
        let found = try library.recording(matching: id)
        (libraries[home], recordings[job.source]) = (library, found)
        return found
    }
}
