import ReplayMovie

/// The results of earlier runs, looked up by job and by inputs.
struct ResultLookup {
    private let byJob: [String: JobResult]
    private let byInputs: [String: JobResult]
    /// Movies that were read, or found unchanged, by their paths.
    private var movies: [String: FileIdentity] = [:]
    private var libraries: [String: RecordingLibrary] = [:]

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

    private mutating func movie(_ path: String, like old: FileIdentity?) throws -> FileIdentity {
        if let known = movies[path] { return known }
        let found = try old.flatMap { $0.isThat(of: path) ? $0 : nil } ?? FileIdentity.of(path)
        movies[path] = found
        return found
    }

    private mutating func recording(of job: Job) throws -> Recording? {
        guard case .recording(let id, let home) = job.source else { return nil }
        let library = try libraries[home] ?? RecordingLibrary.open(home: home)
        libraries[home] = library
        return try library.recording(matching: id)
    }
}

extension JobInputs {
    /// The same for all inputs that make the same output.
    fileprivate var key: String { "\(movie.hash) \(movie.bytes) \(decisions)" }
}
