/// The intervals and timeouts for polling a cluster.
struct SlurmPollInterval: Sendable {
    /// The interval between polls right after a change.
    var shortest = Duration.milliseconds(500)
    /// The interval between polls after a long time without changes.
    var longest = Duration.seconds(10)
    /// The time after which a task that left the queue is missing. On a shared file system its result may be visible
    /// only later.
    var grace = Duration.seconds(4)
    /// The time for which the controller may not answer.
    var timeout = Duration.seconds(300)
    /// The time that cancelled jobs have to end.
    var ending = Duration.seconds(60)
    /// The number of times that a task without a result is submitted.
    var attempts = 3

    /// Returns the time until the next poll.
    /// - Parameter idle: The time since the last change.
    func interval(after idle: Duration) -> Duration { min(max(idle / 10, shortest), longest) }
}
