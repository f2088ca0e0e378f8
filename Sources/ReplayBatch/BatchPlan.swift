/// What there is to do of a batch: jobs that are done already, of the same inputs, are left alone.
struct BatchPlan: Sendable {
    /// All, as they are to be done.
    private(set) var jobs: [Job]
    /// The results of those that are done, by job's number.
    private(set) var kept: [Int: JobResult] = [:]

    /// Those to be done.
    var pending: [Job] { jobs.filter { kept[$0.number] == nil } }

    /// Compares the jobs with the job log. Reads movies that have changed, or are new, where there is something to be
    /// gone on with.
    /// - Parameter results: what the job log holds.
    /// - Throws: `BatchError.doneBefore`.
    init(_ jobs: [Job], _ options: BatchOptions, after results: [JobResult]) throws {
        self.jobs = jobs
        let run = String(UInt64.random(in: 0 ... .max), radix: 36)
        for place in jobs.indices {
            self.jobs[place].run = run
            self.jobs[place].mayReplace = options.overwrites
        }
        guard options.resumes || !options.overwrites else { return }
        var lookup = ResultLookup(results)
        let done = jobs.count { lookup.result(of: $0)?.isIntact ?? false }
        guard options.resumes || done == 0 else { throw BatchError.doneBefore(done, of: jobs.count) }
        guard !lookup.isEmpty else { return }
        for place in jobs.indices { compare(place, with: &lookup) }
    }

    private mutating func compare(_ place: Int, with lookup: inout ResultLookup) {
        // What cannot be read fails when it is this job's turn.
        guard let inputs = try? lookup.inputs(of: jobs[place]) else { return }
        if let own = lookup.result(of: jobs[place]), own.hasOwnOutput {
            if own.failure == nil, own.inputs?.makeSame(as: inputs) == true { return kept[jobs[place].number] = own }
            // It is ours, of what was there before.
            jobs[place].mayReplace = true
        }
        jobs[place].twin = lookup.twin(of: inputs)
    }
}
