import ArgumentParser
import Replay

/// A length of time, such as 90s or 1:30.
struct DurationArgument: ExpressibleByArgument {
    let milliseconds: Int64

    init?(argument: String) {
        guard case .time(let time) = try? TimePosition(parsing: argument) else { return nil }
        milliseconds = time.converted(to: 1000, rounding: .nearest).value
    }
}
