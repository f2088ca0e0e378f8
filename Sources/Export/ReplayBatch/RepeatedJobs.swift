/// The jobs of a run that would make the same output as an earlier job of the run.
struct RepeatedJobs {
    /// The number of the job whose output is copied, by the number of the job that copies it.
    private(set) var originals: [Int: Int] = [:]

    /// Finds the repeated jobs. Only jobs with equal movie sizes and settings can be equal, so only their movies
    /// are read.
    init(_ jobs: [Job], using lookup: inout ResultLookup) {
        let sizes = Dictionary(grouping: jobs) { lookup.movieSize(of: $0) }
        for (size, jobs) in sizes where size != nil && jobs.count > 1 {
            // Jobs whose settings cannot be read are not compared.
            let settings = Dictionary(grouping: jobs) { try? lookup.settings(of: $0) }
            for (settings, jobs) in settings where settings != nil && jobs.count > 1 { compare(jobs, using: &lookup) }
        }
    }

    private mutating func compare(_ jobs: [Job], using lookup: inout ResultLookup) {
        var first: [String: Int] = [:]
        for job in jobs {
            // If the inputs cannot be read, the job fails later, when it runs.
            guard let key = try? lookup.inputs(of: job).key else { continue }
            if let original = first[key] { originals[job.number] = original } else { first[key] = job.number }
        }
    }
}
