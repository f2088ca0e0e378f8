import ReplayLibrary

/// The results of earlier runs, looked up by job and by inputs; and what jobs depend on, each looked at once.
struct ResultLookup {
    private let byJob: [String: JobResult]
    private let byInputs: [String: JobResult]
    /// Movies that were read, or found unchanged, by their paths: by the bytes of these, for names of two files may be the same
    /// text to Swift.
    private var movies: [[UInt8]: FileIdentity] = [:]
    /// Whether outputs are there still, by their jobs.
    private var intact: [String: Bool] = [:]
    private var libraries: [String: RecordingLibrary] = [:]
    private var recordings: [Job.Source: Recording] = [:]

    private let announced: [String: FileIdentity]

    /// - Parameter announced: what jobs were about to make that have left no results, by their ids.
    init(_ results: [JobResult], announced: [String: FileIdentity] = [:]) {
        self.announced = announced
        byJob = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        byInputs = Dictionary(
            results.filter { $0.failure == nil }.compactMap { result in result.inputs.map { ($0.key, result) } }
        ) { first, _ in first }
    }

    var isEmpty: Bool { byJob.isEmpty && announced.isEmpty }

    func result(of job: Job) -> JobResult? { byJob[job.id] }

    /// Whether what stands in the output's place was made by an earlier run of the job.
    func hasMadeOutput(_ job: Job) -> Bool {
        byJob[job.id]?.hasOwnOutput ?? false || announced[job.id]?.isThat(of: job.preset.mark(of: job.output)) ?? false
    }

    /// Whether the job is done, and its output there still. Each is looked at once.
    mutating func isIntact(_ result: JobResult) -> Bool {
        if let known = intact[result.id] { return known }
        let found = result.isIntact
        intact[result.id] = found
        return found
    }

    /// An output of the same inputs that is there still.
    mutating func twin(of inputs: JobInputs) -> CachedOutput? {
        byInputs[inputs.key].flatMap { isIntact($0) ? CachedOutput($0) : nil }
    }

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

    /// In bytes; nil: the movie cannot be looked at, which fails when it is this job's turn.
    mutating func movieSize(of job: Job) -> Int64? {
        if case .movie(let path) = job.source { return FileIdentity.size(of: path) }
        return (try? recording(of: job))??.movieSize
    }

    private mutating func movie(_ path: String, like old: FileIdentity?) throws -> FileIdentity {
        if let known = movies[path.pathBytes] { return known }
        let found = try old.flatMap { $0.isThat(of: path) ? $0 : nil } ?? FileIdentity.of(path)
        movies[path.pathBytes] = found
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
