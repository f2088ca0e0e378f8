/// Which process of a cluster does a task: the n-th of a submission.
struct SlurmArrayIndex: Hashable, Sendable {
    /// The submission's number.
    let submission: Int
    /// From 0, in the submission's array.
    let index: Int
}
