import ArgumentParser
import Replay
import ReplayCommandLine

/// A time as users write it.
enum PositionArgument {
    /// - Throws: `ValidationError`, which says what is wrong with the time.
    static func parse(_ argument: String) throws -> TimePosition {
        do throws(TimecodeError) {
            return try TimePosition(parsing: argument)
        } catch {
            throw ValidationError(Failure.sentence(for: error))
        }
    }
}

extension EditSession {
    /// The range that a user's times mean in this recording.
    /// - Throws: `TimecodeError`.
    func resolve(_ range: TimePositionRange) throws(TimecodeError) -> TimeRange {
        try range.resolved(in: edit.duration, frameTime: frameTime)
    }
}
