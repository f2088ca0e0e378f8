/// The options for running a batch.
public struct BatchOptions: Sendable {
    /// The ways to run the processes of a batch.
    public enum Engine: String, CaseIterable, Sendable {
        /// Processes on this machine.
        case local
        /// Processes on a Slurm cluster.
        case slurm
        /// Processes on this machine, started by GNU parallel.
        case parallel
    }

    /// The way to run the processes.
    public var engine = Engine.local
    /// The number of processes to run at once on this machine, or nil for the number of processors.
    public var places: Int?
    /// True if jobs that are already done with the same inputs are skipped.
    public var resumes = false
    /// True if existing files are overwritten.
    public var overwrites = false

    /// Creates the default options: on this machine, without resuming or overwriting.
    public init() {}
}
