import ReplayLibrary
import ReplayMovie

/// Which jobs must be done before which others: a movie that is the output of a job is there only after it.
struct JobOrder {
    /// Numbers of jobs, by those of the jobs that need them.
    let needs: [Int: Int]

    /// - Throws: where jobs wait for each other.
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

    /// The number of jobs that must be done before a job, one after the other.
    func depth(of number: Int) -> Int {
        var (depth, next) = (0, needs[number])
        while let maker = next {
            depth += 1
            next = needs[maker]
        }
        return depth
    }

    /// Each job needs at most one other, so a walk along them either ends or comes back.
    private func checkForCycles(_ jobs: [Job], path: String) throws(JobFileError) {
        var cleared = Set<Int>()
        for start in needs.keys.sorted() {
            var walked: [Int] = []
            var (next, seen) = (Optional(start), Set<Int>())
            while let number = next, !cleared.contains(number) {
                guard seen.insert(number).inserted else {
                    let lines = walked.drop { $0 != number }.map { "\(jobs[$0].line)" }.joined(separator: ", ")
                    throw JobFileError(
                        path: path, "the jobs in line \(lines) wait for each other: one’s output is the other’s movie")
                }
                walked.append(number)
                next = needs[number]
            }
            cleared.formUnion(walked)
        }
    }
}
