/// The work of a batch. Jobs that are already done with the same inputs are skipped.
struct BatchPlan: Sendable {
    /// All jobs, with what this run does with them.
    private(set) var jobs: [Job]
    /// The results of the jobs that are already done, by job number.
    private(set) var kept: [Int: JobResult] = [:]

    /// The jobs to do.
    var pending: [Job] { jobs.filter { kept[$0.number] == nil } }

    /// Compares the jobs with the job log and with each other. If there is something to resume, it reads movies that
    /// are new or have changed. It also reads movies that may be identical.
    /// - Parameter lookup: The contents of the job log.
    /// - Throws: `BatchError.doneBefore` if outputs exist and `options` neither resumes nor overwrites.
    init(_ jobs: [Job], order: JobOrder, options: BatchOptions, after lookup: consuming ResultLookup) throws {
        self.jobs = jobs
        let run = String(UInt64.random(in: 0 ... .max), radix: 36)
        for place in jobs.indices {
            self.jobs[place].run = run
            self.jobs[place].mayReplace = options.overwrites
        }
        var lookup = lookup
        if options.resumes || !options.overwrites {
            let done = jobs.count { job in lookup.result(of: job).map { lookup.isIntact($0) } ?? false }
            guard options.resumes || done == 0 else { throw BatchError.doneBefore(done, of: jobs.count) }
            if !lookup.isEmpty { for place in jobs.indices { compare(place, with: &lookup) } }
        }
        redoDependents(order)
        // The movie of a job that needs another job does not exist yet.
        let repeated = RepeatedJobs(pending.filter { $0.twin == nil && order.needs[$0.number] == nil }, using: &lookup)
        for (number, original) in repeated.originals { self.jobs[number].original = original }
    }

    private mutating func compare(_ place: Int, with lookup: inout ResultLookup) {
        // If the inputs cannot be read, the job fails later, when it runs.
        guard let inputs = try? lookup.inputs(of: jobs[place]) else { return }
        if let own = lookup.result(of: jobs[place]), own.inputs?.makeSame(as: inputs) == true, lookup.isIntact(own) {
            return kept[jobs[place].number] = own
        }
        // An earlier run of this job made the output, from other inputs.
        if lookup.hasMadeOutput(jobs[place]) { jobs[place].mayReplace = true }
        jobs[place].twin = lookup.twin(of: inputs)
    }

    /// Marks jobs to be done again if the job that makes their movie is done again.
    private mutating func redoDependents(_ order: JobOrder) {
        let dependents = Dictionary(grouping: order.needs, by: \.value).mapValues { $0.map(\.key) }
        var redone = pending.map(\.number)
        while let number = redone.popLast() {
            for dependent in dependents[number] ?? [] {
                jobs[dependent].twin = nil
                guard kept.removeValue(forKey: dependent) != nil else { continue }
                jobs[dependent].mayReplace = true
                redone.append(dependent)
            }
        }
    }
}
