import ArgumentParser
import Replay
import ReplayCommandLine

/// A range by its two ends.
struct RangeOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "Start time. Default: the start.", transform: PositionArgument.parse)
    var from: TimePosition?

    @Option(parsing: .unconditional, help: "End time, exclusive. Default: the end.", transform: PositionArgument.parse)
    var to: TimePosition?

    /// Nil: neither end is given.
    var range: TimePositionRange? {
        from == nil && to == nil ? nil : TimePositionRange(start: from, end: to)
    }
}
