/// Tasks that are submitted at once, as an array: one call of `sbatch`.
struct SlurmSubmission: Hashable, Sendable {
    /// More in an array would only make each answer of the cluster longer.
    static let maxTasks = 1000
    private static let mebibyte: Int64 = 1 << 20
    /// Code and buffers come on top of what a process is held to, which should hit it first.
    private static let ownMemory: Int64 = 256

    /// By which the cluster's queue tells it from our others.
    let number: Int
    let tasks: [BatchTask]
    let limits: JobLimits
    /// Ids of the submissions after which it begins, however these end.
    var after: [String] = []
    /// Whether the cluster takes arrays.
    var isArray = true

    /// `sbatch`'s, but for the script, which it reads from its standard input.
    func arguments(name: SlurmJobName) -> [String] {
        var arguments = [
            "--parsable", "--job-name=\(name.text)", "--comment=\(number)", "--no-requeue", "--output=/dev/null",
            "--error=/dev/null", "--time=\(minutes)", "--mem=\(mebibytes)M",
        ]
        if isArray { arguments.append("--array=0-\(tasks.count - 1)") }
        if !after.isEmpty { arguments.append("--dependency=afterany:" + after.joined(separator: ":")) }
        return arguments
    }

    /// The process ends itself when its time is up; the cluster is there for one that cannot.
    private var minutes: Int64 { (limits.seconds + 59) / 60 + 1 }
    private var mebibytes: Int64 { (limits.memory + Self.mebibyte - 1) / Self.mebibyte + Self.ownMemory }

    /// The id that `sbatch --parsable` printed: `ID` or `ID;CLUSTER`.
    static func id(in output: String) -> String? {
        let id = output.split(whereSeparator: \.isNewline).last?.prefix { $0 != ";" } ?? ""
        return !id.isEmpty && id.allSatisfy(\.isASCII) && id.allSatisfy(\.isNumber) ? String(id) : nil
    }
}

/// Which process of a cluster does a task: the n-th of a submission.
struct SlurmArrayIndex: Hashable, Sendable {
    /// The submission's number.
    let submission: Int
    /// From 0, in the submission's array.
    let index: Int
}
