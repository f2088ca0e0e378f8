import ReplayErrors

/// The command line of GNU parallel for tasks of a batch.
struct ParallelCommand: Sendable {
    /// The path of `replay`.
    let program: String
    let jobFile: String
    /// How many tasks at once.
    let places: Int
    /// A line for each task that has ended is added to this file.
    let log: String

    /// `parallel`'s; the tasks are read from standard input. Lines of output come with the task's number, from 1.
    var arguments: [String] {
        [
            "--plain", "--null", "--jobs", "\(places)", "--joblog", "+" + log, "--line-buffer", "--tagstring", "{#}",
            "--termseq", "TERM,5000,KILL,25",
        ]
    }

    /// The tasks as commands of a shell, each with a zero byte behind it.
    func input(_ tasks: [BatchTask]) -> String { tasks.map { command($0) + "\0" }.joined() }

    /// At its end it says how it has ended.
    private func command(_ task: BatchTask) -> String {
        let words = [program] + task.arguments(jobFile: jobFile) + ["--json"]
        return words.map(ShellWord.quoted).joined(separator: " ")
            + " </dev/null 2>/dev/null; code=$?; echo '{\"ended\":'$code'}'; exit $code"
    }

    /// What a person can type to do the same: prepares the batch, and runs each job that there is to do. The job file's name is
    /// in a variable: in the command GNU parallel would run what stands between “{=” and “=}”.
    var line: String {
        let file = ShellWord.quoted(jobFile.asArgument)
        return "replay batch \(file) --prepare | JOB_FILE=\(file) parallel --jobs \(places)"
            + " 'replay batch \"$JOB_FILE\" --job {}'"
    }
}
