/// How far a batch is.
public struct BatchProgress: Codable, Hashable, Sendable {
    /// Jobs in all.
    public let jobs: Int
    /// Jobs that have ended, those that had been done before included.
    public internal(set) var ended: Int
    /// Of these, how many have failed.
    public internal(set) var failed = 0
    /// Jobs at work now.
    public internal(set) var running = 0
    /// What is done of all that there was to do when it began: 0...1.
    public internal(set) var fraction = 0.0
    /// For how long it will go on, in seconds; nil: nobody can say yet.
    public internal(set) var secondsLeft: Int?
}
