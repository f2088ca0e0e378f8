/// What runs on a cluster's node: finds out which task it is for and becomes `replay`.
struct SlurmScript {
    let program: String
    let jobFile: String
    /// Where the submissions' files are.
    let folder: String

    /// The tasks of a submission: a line each, the arguments that tell them apart.
    func tasks(_ submission: SlurmSubmission) -> String {
        submission.tasks.map { $0.arguments(jobFile: jobFile).dropFirst(2).joined(separator: " ") + "\n" }.joined()
    }

    /// As `sbatch` is given it.
    func text(_ submission: SlurmSubmission) -> String {
        """
        #!/bin/sh
        index=\(submission.isArray ? "$SLURM_ARRAY_TASK_ID" : "0")
        exec 2>\(ShellWord.quoted(folder + "/" + Self.stem(submission.number)))".$index.err"
        tasks=\(ShellWord.quoted(folder + "/" + Self.tasksName(submission.number)))
        task=$(sed -n "$((index + 1))p" "$tasks")
        [ -n "$task" ] || { echo "there is no task $index in $tasks" >&2; exit 66; }
        # Words of ours: options and numbers.
        exec \(ShellWord.quoted(program)) batch \(ShellWord.quoted(jobFile)) $task </dev/null >/dev/null

        """
    }

    /// The file with a submission's tasks.
    static func tasksName(_ submission: Int) -> String { stem(submission) + ".tasks" }

    /// The file with what a process wrote to standard error.
    static func errorsName(_ place: SlurmPlace) -> String { stem(place.submission) + ".\(place.index).err" }

    private static func stem(_ submission: Int) -> String { "submission-\(submission)" }
}
