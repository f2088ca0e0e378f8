import ArgumentParser
import ReplayCommandLine
import ReplayErrors

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
    /// - Parameter command: The command, for an error that shows how it is written.
    /// - Throws: `RecordingLookupError` where it is neither; `TimecodeError` where another word is no range.
    func resolve(
        in library: RecordingLibrary, of command: String
    ) throws -> (recording: Recording, ranges: [TimePositionRange]) {
        // As behind other programs' options.
        let words = words.filter { $0 != "--" }
        try checkOrder(of: command, library)
        try checkTimes(of: command, library)
        guard recording == nil, let first = words.first, first.rangeDots == nil else {
            return (try library.recording(matching: recording), try ranges(words[...]))
        }
        do {
            return (try library.recording(matching: first), try ranges(words.dropFirst()))
        } catch let error as RecordingLookupError {
            guard case .unknown = error, first.isTime || first.isRange else { throw error }
            return (try library.recording(matching: nil), try ranges(words[...]))
        }
    }

    /// - Throws: `ValidationError` with the right order if the recording stands behind a range.
    private func checkOrder(of command: String, _ library: RecordingLibrary) throws {
        guard words.first?.rangeDots != nil,
            let place = words.firstIndex(where: { $0.rangeDots == nil && !$0.isRange && !$0.isTime }),
            library.has(words[place])
        else { return }
        let ranges = (words[..<place] + words[(place + 1)...]).joined(separator: " ")
        throw ValidationError(
            "the recording comes before the ranges; write “replay \(command) \(ShellWord.quoted(words[place])) \(ranges)”"
        )
    }

    /// - Throws: `ValidationError` with the range that was meant if it is written as two times, or as one.
    private func checkTimes(of command: String, _ library: RecordingLibrary) throws {
        let words = words.filter { !["from", "to", "until", "and", "-"].contains($0) }
        let times = words.filter(\.isTime)
        let names = words.filter { !$0.isTime || library.isName($0) }
        guard names.count < 2, names.first?.rangeDots == nil, times.count == words.count - names.count else { return }
        func line(_ range: String) -> String {
            (["replay", command] + names.map(ShellWord.quoted) + [range]).joined(separator: " ")
        }
        switch times.count {
        case 1 where names == ["last"] && !library.isNamed("last"):
            throw ValidationError(
                "write “replay \(command) -\(times[0])..” for the last \(times[0]) of the latest recording")
        case 1 where !names.isEmpty:
            let verb = command == "cut" ? "removes" : "keeps"
            throw ValidationError(
                "“\(times[0])” is one time; “\(line("..\(times[0])"))” \(verb) what comes before it, and "
                    + "“\(line("\(times[0]).."))” what comes after")
        case 2: throw ValidationError("a range has two dots; write “\(line(times.joined(separator: "..")))”")
        default: return
        }
    }

    private func ranges(_ words: ArraySlice<String>) throws -> [TimePositionRange] {
        try words.flatMap { $0.split(separator: ",") }.map { try TimePositionRange(parsing: $0) }
    }
}

extension RecordingLibrary {
    /// True if a recording has this name.
    fileprivate func isNamed(_ word: String) -> Bool {
        (try? recording(matching: word))?.facts.name == word
    }

    /// True if a recording is meant by a word.
    func has(_ word: String) -> Bool {
        // A library that cannot be read is told of when the recording is looked up.
        (try? recording(matching: word)) != nil
    }
}

extension String {
    fileprivate var isRange: Bool { (try? TimePositionRange(parsing: self)) != nil }
    fileprivate var isTime: Bool { (try? TimePosition(parsing: self)) != nil }
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
