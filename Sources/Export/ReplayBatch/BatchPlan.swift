/// What there is to do of a batch: jobs that are done already, of the same inputs, are left alone.
struct BatchPlan: Sendable {
    /// All, as they are to be done.
    private(set) var jobs: [Job]
    /// The results of those that are done, by job's number.
    private(set) var kept: [Int: JobResult] = [:]

    /// Those to be done.
    var pending: [Job] { jobs.filter { kept[$0.number] == nil } }

    /// Compares the jobs with the job log and with each other. Reads movies that have changed, or are new, where there is
    /// something to be resumed, and those that may be the same.
    /// - Parameter lookup: what the job log holds.
    /// - Throws: `BatchError.doneBefore`.
    init(_ jobs: [Job], _ order: JobOrder, _ options: BatchOptions, after lookup: consuming ResultLookup) throws {
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
        // The movies of those that need another job are not there yet.
        let repeated = RepeatedJobs(pending.filter { $0.twin == nil && order.needs[$0.number] == nil }, &lookup)
        for (number, original) in repeated.originals { self.jobs[number].original = original }
    }

    private mutating func compare(_ place: Int, with lookup: inout ResultLookup) {
        // What cannot be read fails when it is this job's turn.
        guard let inputs = try? lookup.inputs(of: jobs[place]) else { return }
        if let own = lookup.result(of: jobs[place]), own.inputs?.makeSame(as: inputs) == true, lookup.isIntact(own) {
            return kept[jobs[place].number] = own
        }
        // It is ours, of what was there before.
        if lookup.hasMadeOutput(jobs[place]) { jobs[place].mayReplace = true }
        jobs[place].twin = lookup.twin(of: inputs)
    }

    /// A movie that is made anew is another one, so what was made of it is too.
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
