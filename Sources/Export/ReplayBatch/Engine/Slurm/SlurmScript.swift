import ReplayErrors

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
    /// - Parameter chunks: what must be there before it begins.
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

    /// A join that begins too early ends without a word, for it would only say so in place of what a chunk has said.
    private func condition(_ chunks: ChunkCount) -> String {
        "set -- \(ShellWord.quoted(chunks.folder))/\(ChunkCount.pattern); [ $# -eq \(chunks.count) ] || exit 75"
    }

    /// The file with a submission's tasks.
    static func tasksName(_ submission: Int) -> String { stem(submission) + ".tasks" }

    /// The file with what a process wrote to standard error.
    static func errorsName(_ place: SlurmArrayIndex) -> String { stem(place.submission) + ".\(place.index).err" }

    /// The file with what it said of how far it was.
    static func progressName(_ place: SlurmArrayIndex) -> String { stem(place.submission) + ".\(place.index).out" }

    private static func stem(_ submission: Int) -> String { "submission-\(submission)" }
}
