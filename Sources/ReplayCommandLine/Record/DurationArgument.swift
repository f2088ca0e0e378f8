import ArgumentParser
package import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

/// A length of time, such as 90s or 1:30.
package struct DurationArgument: ExpressibleByArgument {
    package let time: MediaTime

    package init?(argument: String) {
        guard case .time(let time) = try? TimePosition(parsing: argument) else { return nil }
        self.time = time
    }
}
