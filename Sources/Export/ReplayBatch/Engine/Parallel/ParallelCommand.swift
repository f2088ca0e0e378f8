import ReplayErrors

/// The command line of GNU parallel for the tasks of a batch.
struct ParallelCommand: Sendable {
    /// The path of `replay`.
    let program: String
    let jobFile: String
    /// The number of tasks to run at once.
    let places: Int
    /// The path of the job log, to which GNU parallel appends a line for each ended task.
    let log: String

    /// The arguments of `parallel`. It reads the tasks from standard input and tags output lines with task numbers,
    /// from 1.
    var arguments: [String] {
        [
            "--plain", "--null", "--jobs", "\(places)", "--joblog", "+" + log, "--line-buffer", "--tagstring", "{#}",
            "--termseq", "TERM,5000,KILL,25",
        ]
    }

    /// Returns the tasks as shell commands, each terminated by a zero byte.
    func input(_ tasks: [BatchTask]) -> String { tasks.map { command($0) + "\0" }.joined() }

    /// Returns the shell command for a task. At its end, the command prints the exit code.
    private func command(_ task: BatchTask) -> String {
        let words = [program] + task.arguments(jobFile: jobFile) + ["--json"]
        return words.map(ShellWord.quoted).joined(separator: " ")
            + " </dev/null 2>/dev/null; code=$?; echo '{\"ended\":'$code'}'; exit $code"
    }

    /// A command line with the same effect for a user to type: prepares the batch, and runs each job of it. The job
    /// file's name is in a variable, because GNU parallel would evaluate text between “{=” and “=}” in the command.
    var line: String {
        let file = ShellWord.quoted(jobFile.asArgument)
        return "replay batch \(file) --prepare | JOB_FILE=\(file) parallel --jobs \(places)"
            + " 'replay batch \"$JOB_FILE\" --job {}'"
    }
}
