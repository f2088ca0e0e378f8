import ReplayErrors

/// The script that runs on a cluster's node: it reads its task and replaces itself with `replay`.
struct SlurmScript {
    let program: String
    let jobFile: String
    /// The folder of the submissions' files.
    let folder: String

    /// Returns the tasks of a submission, one on each line: the arguments that distinguish them.
    func tasks(_ submission: SlurmSubmission) -> String {
        submission.tasks.map { $0.arguments(jobFile: jobFile).dropFirst(2).joined(separator: " ") + "\n" }.joined()
    }

    /// Returns the script for `sbatch`.
    /// - Parameter chunks: The chunks that must exist before the task starts.
    func text(_ submission: SlurmSubmission, after chunks: ChunkCount? = nil) -> String {
        """
        #!/bin/sh
        index=\(submission.isArray ? "$SLURM_ARRAY_TASK_ID" : "0")
        files=\(ShellWord.quoted(folder + "/" + Self.stem(submission.number)))".$index"
        exec 2>"$files.err"
        tasks=\(ShellWord.quoted(folder + "/" + Self.tasksName(submission.number)))
        task=$(sed -n "$((index + 1))p" "$tasks")
        [ -n "$task" ] || { echo "there is no task $index in $tasks" >&2; exit 66; }
        \(chunks.map(condition) ?? ":")
        # Words of ours: options and numbers.
        exec \(ShellWord.quoted(program)) batch \(ShellWord.quoted(jobFile)) $task --json </dev/null >"$files.out"

        """
    }

    /// Returns the condition for a join. If the join starts too early, it exits silently, because its error would hide
    /// the chunk's.
    private func condition(_ chunks: ChunkCount) -> String {
        "set -- \(ShellWord.quoted(chunks.folder))/\(ChunkCount.pattern); [ $# -eq \(chunks.count) ] || exit 75"
    }

    /// Returns the name of the file with a submission's tasks.
    static func tasksName(_ submission: Int) -> String { stem(submission) + ".tasks" }

    /// Returns the name of the file with a process's standard error.
    static func errorsName(_ place: SlurmArrayIndex) -> String { stem(place.submission) + ".\(place.index).err" }

    /// Returns the name of the file with a process's progress.
    static func progressName(_ place: SlurmArrayIndex) -> String { stem(place.submission) + ".\(place.index).out" }

    private static func stem(_ submission: Int) -> String { "submission-\(submission)" }
}
