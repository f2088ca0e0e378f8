/// The jobs of a run that would make the same output as an earlier one of it.
struct RepeatedJobs {
    /// By their numbers, that of the job whose output they copy.
    private(set) var originals: [Int: Int] = [:]

    /// Of jobs whose movies have the same size, the decisions are compared; where these are the same, the movies are read.
    init(_ jobs: [Job], _ lookup: inout ResultLookup) {
        let sizes = Dictionary(grouping: jobs) { lookup.movieSize(of: $0) }
        for (size, jobs) in sizes where size != nil && jobs.count > 1 {
            // As below: what cannot be read has none here.
            let decisions = Dictionary(grouping: jobs) { try? lookup.decisions(of: $0) }
            for (decisions, jobs) in decisions where decisions != nil && jobs.count > 1 { compare(jobs, &lookup) }
        }
    }

    private mutating func compare(_ jobs: [Job], _ lookup: inout ResultLookup) {
        var first: [String: Int] = [:]
        for job in jobs {
            // What cannot be read fails when it is this job's turn.
            guard let key = try? lookup.inputs(of: job).key else { continue }
            if let original = first[key] { originals[job.number] = original } else { first[key] = job.number }
        }
    }
}
