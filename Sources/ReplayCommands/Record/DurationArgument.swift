import ArgumentParser
import Replay
import ReplayCommandLine

/// A length of time, such as 90s or 1:30.
struct DurationArgument: ExpressibleByArgument {
    let time: MediaTime

    init?(argument: String) {
        guard case .time(let time) = try? TimePosition(parsing: argument) else { return nil }
        self.time = time
    }
}
