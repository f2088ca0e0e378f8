import ArgumentParser
import Replay
import ReplayCommandLine

/// The arguments of `trim` and `cut`: the recording, if it is named, and ranges.
struct EditArguments: ParsableArguments {
    // Times from the end begin with a dash, as options do.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A range, such as 3..5, -8..-5 or f120..f180; the end is exclusive. Before the ranges, the recording: see "
                + "“replay --help”.", valueName: "range"),
        completion: .recordings)
    var words: [String] = []

    // As `cut` took the recording once.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    func validate() throws {
        try OptionCheck.refuseUnknown(in: words)
    }

    /// The recording that is meant, and the ranges that are written out.
    ///
    /// The first word is the recording unless it has two dots: so an id or a name that looks like `A-B` is never a range.
    /// - Throws: `RecordingLookupError` where it is neither; `TimecodeError` where another word is no range.
    func resolve(in library: RecordingLibrary) throws -> (recording: Recording, ranges: [TimePositionRange]) {
        guard recording == nil, let first = words.first, first.rangeDots == nil else {
            return (try library.recording(matching: recording), try ranges(words[...]))
        }
        do {
            return (try library.recording(matching: first), try ranges(words.dropFirst()))
        } catch let error as RecordingLookupError {
            let isTime = (try? TimePosition(parsing: first)) != nil
            guard case .unknown = error, isTime || first.isRange else { throw error }
            return (try library.recording(matching: nil), try ranges(words[...]))
        }
    }

    private func ranges(_ words: ArraySlice<String>) throws -> [TimePositionRange] {
        try words.map { try TimePositionRange(parsing: $0) }
    }
}

extension String {
    fileprivate var isRange: Bool { (try? TimePositionRange(parsing: self)) != nil }
}

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
