/// This batch's entries in the queue of a cluster, from the output of `squeue`. Ids and states are only hints: a
/// controller that lost its state assigns ids again. The job name and the comment, which Replay sets, identify entries.
struct SlurmQueue: Hashable, Sendable {
    /// A process that waits or runs.
    struct Entry: Hashable, Sendable {
        /// The id of the array.
        let id: String
        let state: State
        /// The reason why it waits, as Slurm names it.
        let reason: String

        /// True if it waits for something that never happens.
        var isHopeless: Bool { state == .waiting && SlurmQueue.hopeless.contains(reason) }
    }

    enum State: Hashable, Sendable { case waiting, running }

    /// The format for `squeue`. The name is last because the names of other users' jobs may contain any character.
    static let format = "%F|%K|%T|%r|%k|%j"
    /// The states after which a process never runs again.
    private static let ended: Set<String> = [
        "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
        "TIMEOUT",
    ]
    private static let waiting: Set<String> = [
        "CONFIGURING", "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT",
    ]
    /// The reasons to wait that only an administrator, or another job file, can remove.
    private static let hopeless: Set<String> = [
        "AccountNotAllowed", "AssocMaxWallDurationPerJobLimit", "BadConstraints", "InvalidAccount", "InvalidQOS",
        "PartitionNodeLimit", "PartitionTimeLimit", "QOSMaxWallDurationPerJobLimit", "QOSNotAllowed",
    ]

    private(set) var entries: [SlurmArrayIndex: Entry] = [:]
    /// The names of jobs of the same batch but of other runs.
    private(set) var otherNames: Set<String> = []

    /// Parses the output of `squeue`.
    /// - Parameter name: The name of the entries to keep.
    init(_ text: String, name: SlurmJobName) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: "|"), maxSplits: 5, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
            guard fields.count == 6, !Self.ended.contains(fields[2]) else { continue }
            let found = fields[5]
            if found == name.text {
                add(fields)
            } else if name.isOfSameBatch(found) {
                otherNames.insert(found)
            }
        }
    }

    private mutating func add(_ fields: [String]) {
        // An entry outside an array has no index.
        guard let submission = Int(fields[4]) else { return }
        entries[SlurmArrayIndex(submission: submission, index: Int(fields[1]) ?? 0)] = Entry(
            id: fields[0], state: Self.waiting.contains(fields[2]) ? .waiting : .running, reason: fields[3])
    }
}
