/// How a batch is run.
public struct BatchOptions: Sendable {
    /// Where its processes run.
    public enum Engine: String, CaseIterable, Sendable {
        /// On this machine.
        case local
        /// On a Slurm cluster.
        case slurm
        /// On this machine, by GNU parallel.
        case parallel
    }

    /// Where its processes run.
    public var engine = Engine.local
    /// How many processes run at once on this machine; nil: as many as there are processors.
    public var places: Int?
    /// Whether jobs that are done, of the same inputs, are left alone.
    public var resumes = false
    /// Whether existing files are overwritten.
    public var overwrites = false

    /// On this machine, all anew, replacing nothing.
    public init() {}
}
