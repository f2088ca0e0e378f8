import ArgumentParser
import ReplayCommandLine
import ReplayErrors

/// The arguments of `trim` and `cut`: an optional recording, and ranges.
struct EditArguments: ParsableArguments {
    // Times from the end begin with a dash, like options.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "A range, such as 3..5, -8..-5 or f120..f180; the end is exclusive. Before the ranges, the recording: see "
                + "“replay --help”.", valueName: "range"),
        completion: .recordings)
    var words: [String] = []

    // An earlier version of `cut` took the recording as an option.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    mutating func validate() throws {
        words = try OptionCheck.words(in: words)
    }

    /// Returns the recording and the given ranges.
    ///
    /// The first word is the recording unless it contains two dots. An id or a name such as `A-B` is therefore never a
    /// range.
    /// - Parameter command: The command, for error messages that show a command line.
    /// - Throws: `RecordingLookupError` if the first word is neither, `TimecodeError` if another word is not a range,
    ///   and `ValidationError` for a wrong order.
    func resolve(
        in library: RecordingLibrary, of command: String
    ) throws -> (recording: Recording, ranges: [TimePositionRange]) {
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

    /// - Throws: `ValidationError` with the right order if the recording follows a range.
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

    /// - Throws: `ValidationError` with the right form if a range is written as two times or as a single time.
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

    /// Returns true if a word identifies a recording.
    func has(_ word: String) -> Bool {
        // The lookup of the recording reports a library that cannot be read.
        (try? recording(matching: word)) != nil
    }
}

extension String {
    // Each of these only asks whether the word can be parsed.
    fileprivate var isRange: Bool { (try? TimePositionRange(parsing: self)) != nil }
    fileprivate var isTime: Bool { (try? TimePosition(parsing: self)) != nil }
}

/// A time as a user writes it.
enum PositionArgument {
    /// - Throws: `ValidationError` with the reason why the text is not a time.
    static func parse(_ argument: String) throws -> TimePosition {
        do throws(TimecodeError) {
            return try TimePosition(parsing: argument)
        } catch {
            throw ValidationError(Failure.sentence(for: error))
        }
    }
}

extension EditSession {
    /// Returns the range in this recording for a user's times.
    /// - Throws: `TimecodeError`.
    func resolve(_ range: TimePositionRange) throws(TimecodeError) -> TimeRange {
        try range.resolved(in: edit.duration, frameTime: frameTime)
    }
}

/// The options for the two ends of a range.
struct RangeOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "Start time. Default: the start.", transform: PositionArgument.parse)
    var from: TimePosition?

    @Option(parsing: .unconditional, help: "End time, exclusive. Default: the end.", transform: PositionArgument.parse)
    var to: TimePosition?

    /// The range, or nil if neither end is given.
    var range: TimePositionRange? {
        from == nil && to == nil ? nil : TimePositionRange(start: from, end: to)
    }
}
