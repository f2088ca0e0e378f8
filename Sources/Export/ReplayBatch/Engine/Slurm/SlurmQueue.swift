/// What of ours a cluster has in its queue, as `squeue` printed it. Ids and states are hints: they come again after a
/// controller was lost, so entries are told by their job name and comment, which we gave them.
struct SlurmQueue: Hashable, Sendable {
    /// A process that waits or runs.
    struct Entry: Hashable, Sendable {
        /// The array's.
        let id: String
        let state: State
        /// Why it waits, in Slurm's word.
        let reason: String

        /// Whether it waits for what never comes.
        var isHopeless: Bool { state == .waiting && SlurmQueue.hopeless.contains(reason) }
    }

    enum State: Hashable, Sendable { case waiting, running }

    /// What `squeue` has to print of each process. The name is last: those of other people may hold anything.
    static let format = "%F|%K|%T|%r|%k|%j"
    /// States after which a process never runs again.
    private static let ended: Set<String> = [
        "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED",
        "TIMEOUT",
    ]
    private static let waiting: Set<String> = [
        "CONFIGURING", "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT",
    ]
    /// Reasons to wait that only an administrator, or another job file, does away with.
    private static let hopeless: Set<String> = [
        "AccountNotAllowed", "AssocMaxWallDurationPerJobLimit", "BadConstraints", "InvalidAccount", "InvalidQOS",
        "PartitionNodeLimit", "PartitionTimeLimit", "QOSMaxWallDurationPerJobLimit", "QOSNotAllowed",
    ]

    private(set) var entries: [SlurmArrayIndex: Entry] = [:]
    /// Names of jobs that belong to the same batch, but not to this run.
    private(set) var otherNames: Set<String> = []

    /// - Parameter name: whose entries are wanted.
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
        // One without an array has no index.
        guard let submission = Int(fields[4]) else { return }
        entries[SlurmArrayIndex(submission: submission, index: Int(fields[1]) ?? 0)] = Entry(
            id: fields[0], state: Self.waiting.contains(fields[2]) ? .waiting : .running, reason: fields[3])
    }
}
