import ReplayLibrary
import ReplayMovie

/// The order of jobs. If a job's movie is the output of another job, the other job comes first.
struct JobOrder {
    /// The number of the job that each job needs, by the number of the job that needs it.
    let needs: [Int: Int]

    /// Creates the order.
    /// - Throws: `JobFileError` if jobs depend on each other in a cycle.
    init(_ jobs: [Job], path: String) throws(JobFileError) {
        let makers = Dictionary(uniqueKeysWithValues: jobs.map { ($0.output.pathBytes, $0.number) })
        var needs: [Int: Int] = [:]
        for job in jobs {
            guard case .movie(let movie) = job.source, let maker = makers[movie.pathBytes] else { continue }
            guard maker != job.number else {
                throw JobFileError(path: path, "the job in line \(job.line) would replace its own movie")
            }
            needs[job.number] = maker
        }
        self.needs = needs
        try checkForCycles(jobs, path: path)
    }

    /// Returns the length of the chain of jobs that must be done before a job.
    func depth(of number: Int) -> Int {
        var (depth, next) = (0, needs[number])
        while let maker = next {
            depth += 1
            next = needs[maker]
        }
        return depth
    }

    /// Checks for cycles. Each job needs at most one other, so following the chain either ends or returns to a job.
    private func checkForCycles(_ jobs: [Job], path: String) throws(JobFileError) {
        var cleared = Set<Int>()
        for start in needs.keys.sorted() {
            var walked: [Int] = []
            var (next, seen) = (Optional(start), Set<Int>())
            while let number = next, !cleared.contains(number) {
                guard seen.insert(number).inserted else {
                    let lines = walked.drop { $0 != number }.map { "\(jobs[$0].line)" }.joined(separator: ", ")
                    throw JobFileError(
                        path: path,
                        "the jobs in line \(lines) depend on each other: the output of one is the movie of the other")
                }
                walked.append(number)
                next = needs[number]
            }
            cleared.formUnion(walked)
        }
    }
}
