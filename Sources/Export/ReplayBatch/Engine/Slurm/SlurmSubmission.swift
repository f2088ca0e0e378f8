/// Tasks that are submitted together as an array, in one call of `sbatch`.
struct SlurmSubmission: Hashable, Sendable {
    /// The maximum number of tasks. Longer arrays would only make each answer of the cluster longer.
    static let maxTasks = 1000
    private static let mebibyte: Int64 = 1 << 20
    /// The memory in MiB for code and buffers, in addition to the process's own limit. The process must reach its
    /// limit first.
    private static let ownMemory: Int64 = 256

    /// The number that identifies the submission in the cluster's queue.
    let number: Int
    let tasks: [BatchTask]
    let limits: JobLimits
    /// The ids of the submissions after which it starts, however they end.
    var after: [String] = []
    /// True if the cluster accepts arrays.
    var isArray = true

    /// Returns the arguments of `sbatch`, without the script, which it reads from standard input.
    func arguments(name: SlurmJobName) -> [String] {
        var arguments = [
            "--parsable", "--job-name=\(name.text)", "--comment=\(number)", "--no-requeue", "--output=/dev/null",
            "--error=/dev/null", "--time=\(minutes)", "--mem=\(mebibytes)M",
        ]
        if isArray { arguments.append("--array=0-\(tasks.count - 1)") }
        if !after.isEmpty { arguments.append("--dependency=afterany:" + after.joined(separator: ":")) }
        return arguments
    }

    /// The time limit, in minutes. The process ends itself at its limit; the cluster ends one that cannot.
    private var minutes: Int64 { (limits.seconds + 59) / 60 + 1 }
    private var mebibytes: Int64 { (limits.memory + Self.mebibyte - 1) / Self.mebibyte + Self.ownMemory }

    /// Returns the id that `sbatch --parsable` printed: `ID` or `ID;CLUSTER`.
    static func id(in output: String) -> String? {
        let id = output.split(whereSeparator: \.isNewline).last?.prefix { $0 != ";" } ?? ""
        return !id.isEmpty && id.allSatisfy(\.isASCII) && id.allSatisfy(\.isNumber) ? String(id) : nil
    }
}

/// The index of a task's process on a cluster: its position in a submission.
struct SlurmArrayIndex: Hashable, Sendable {
    /// The submission's number.
    let submission: Int
    /// The index in the submission's array, from 0.
    let index: Int
}
