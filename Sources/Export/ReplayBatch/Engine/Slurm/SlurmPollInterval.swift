/// How often a cluster is asked, and how long it is waited for.
struct SlurmPollInterval: Sendable {
    /// Between two questions, where something has just happened.
    var shortest = Duration.milliseconds(500)
    /// Between two questions, where nothing happens for long.
    var longest = Duration.seconds(10)
    /// A process that is in no queue any more may have written its result where it is not seen here yet.
    var grace = Duration.seconds(4)
    /// How long a controller may be silent.
    var timeout = Duration.seconds(300)
    /// How long our jobs may take to end that we have cancelled.
    var ending = Duration.seconds(60)
    /// How often a task is submitted that leaves no result.
    var attempts = 3

    /// How long to wait before the next question.
    /// - Parameter idle: how long ago something was seen to happen.
    func interval(after idle: Duration) -> Duration { min(max(idle / 10, shortest), longest) }
}
