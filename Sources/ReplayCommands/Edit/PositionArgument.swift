import ArgumentParser
import Replay

/// A time as users write it.
struct PositionArgument: ExpressibleByArgument {
    let position: TimePosition

    init?(argument: String) {
        guard let position = try? TimePosition(parsing: argument) else { return nil }
        self.position = position
    }
}

extension EditSession {
    /// The range that a user's times mean in this recording.
    /// - Throws: `TimecodeError`.
    func resolve(_ range: TimePositionRange) throws(TimecodeError) -> TimeRange {
        try range.resolved(in: edit.duration, frameTime: frameTime)
    }
}
