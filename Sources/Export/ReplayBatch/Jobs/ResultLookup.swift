import ReplayLibrary

/// The results of earlier runs, by job and by inputs. It also caches the inputs of jobs.
struct ResultLookup {
    private let byJob: [String: JobResult]
    private let byInputs: [String: JobResult]
    /// The identities of movies that were read or found unchanged, by the bytes of their paths. Two different file
    /// names may be equal strings in Swift.
    private var movies: [[UInt8]: FileIdentity] = [:]
    /// True for each job whose output is unchanged, by job id.
    private var intact: [String: Bool] = [:]
    private var libraries: [String: RecordingLibrary] = [:]
    private var recordings: [Job.Source: Recording] = [:]

    private let announced: [String: FileIdentity]

    /// Creates a lookup.
    /// - Parameter announced: The announced outputs of jobs without results, by job id.
    init(_ results: [JobResult], announced: [String: FileIdentity] = [:]) {
        self.announced = announced
        byJob = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        byInputs = Dictionary(
            results.filter { $0.failure == nil }.compactMap { result in result.inputs.map { ($0.key, result) } }
        ) { first, _ in first }
    }

    var isEmpty: Bool { byJob.isEmpty && announced.isEmpty }

    func result(of job: Job) -> JobResult? { byJob[job.id] }

    /// Returns true if an earlier run of the job made the file at the output's path.
    func hasMadeOutput(_ job: Job) -> Bool {
        byJob[job.id]?.hasOwnOutput ?? false || announced[job.id]?.isThat(of: job.preset.mark(of: job.output)) ?? false
    }

    /// Returns true if the job is done and its output is unchanged. Each output is checked once.
    mutating func isIntact(_ result: JobResult) -> Bool {
        if let known = intact[result.id] { return known }
        let found = result.isIntact
        intact[result.id] = found
        return found
    }

    /// Returns an unchanged output with the same inputs.
    mutating func twin(of inputs: JobInputs) -> CachedOutput? {
        byInputs[inputs.key].flatMap { isIntact($0) ? CachedOutput($0) : nil }
    }

    /// Returns the present inputs of the job.
    /// - Throws: An error if the movie does not exist.
    mutating func inputs(of job: Job) throws -> JobInputs {
        let recording = try recording(of: job)
        return try JobInputs(job, recording: recording) { try movie($0, like: byJob[job.id]?.inputs?.movie) }
    }

    /// Returns the present settings of the job.
    /// - Throws: An error if the recording does not exist.
    mutating func settings(of job: Job) throws -> JobSettings {
        try JobSettings(job, recording: try recording(of: job))
    }

    /// Returns the size of the movie in bytes, or nil if it cannot be read. The job then fails when it runs.
    mutating func movieSize(of job: Job) -> Int64? {
        if case .movie(let path) = job.source { return FileIdentity.size(of: path) }
        return (try? recording(of: job))??.movieSize()
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
