import ArgumentParser
import ReplayCommandLine
import ReplayComposition
import ReplayErrors

/// `replay edit`
struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change speed, audio, frames, or an earlier edit.",
        usage: """
            replay edit [<recording>] <operation> ... [--json]
            replay edit [<recording>] --apply <file> [--json]
            replay edit [<recording>] [--remove <n>] [--off <n>] [--on <n>] [--front <n>]
            replay edit [<recording>] --change <n> <operation> ... [--json]
            replay edit [<recording>] --reset [--json]
            """,
        discussion: """
            Operations, with the recording’s own times:
            \(WrittenOperation.Name.table)

            Without a range, an operation applies to the whole recording. Rectangles are WIDTHxHEIGHT+X+Y in pixels; without \
            one, the whole frame is hidden. Audio is “app” or “mic”; the default is both. “replay edits” lists the operations \
            with the numbers for --remove.

            Example: replay edit blur 3..5 640x120+0+300
            """)

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("An operation, as above; before it, the recording.", valueName: "operation"),
        completion: .recordings(and: WrittenOperation.Name.allCases.map(\.rawValue)))
    var words: [String] = []

    @Option(
        help: """
            Apply a JSON5 file, a list of operations as above, or the edit of another program’s file: OpenTimelineIO, \
            LosslessCut, CMX3600. Chapters of WebVTT and FFmpeg become marks.
            """, completion: .file())
    var apply: String?

    @Option(help: ArgumentHelp("Remove this operation.", valueName: "n"))
    var remove: [Int] = []

    @Option(help: ArgumentHelp("Turn this operation off.", valueName: "n"))
    var off: [Int] = []

    @Option(help: ArgumentHelp("Turn this operation on again.", valueName: "n"))
    var on: [Int] = []

    @Option(help: ArgumentHelp("Draw this annotation above the others.", valueName: "n"))
    var front: Int?

    @Option(help: ArgumentHelp("Replace this operation with the one that follows.", valueName: "n"))
    var change: Int?

    @Flag(help: "Remove all operations; “replay undo” restores them.")
    var reset = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        words = try OptionCheck.words(in: words)
        guard
            front == nil || words.count < 2 && apply == nil && !reset && change == nil && (remove + off + on).isEmpty
        else { throw ValidationError("--front stands alone, because it gives the annotation another number") }
        let options = ["remove": "N", "off": "N", "on": "N", "front": "N", "change": "N", "apply": "FILE"]
        // A recording may have such a name.
        let isRecording = words.count > 1 && WrittenOperation.Name(rawValue: words[1]) != nil
        if let word = words.first, let value = options[word], !isRecording {
            let number = words.dropFirst().first { Int($0) != nil }
            throw ValidationError("write that as an option, such as “replay edit --\(word) \(number ?? value)”")
        }
    }

    mutating func run() throws {
        words = EditOrder.recordingFirst(EditOrder.named(words)) { word in
            // The lookup of the recording reports a library that cannot be read.
            (try? RecordingLibrary.open())?.isName(word) ?? false
        }
        words = EditOrder.withDots(words)
        try refuseCommand()
        try refuseNameAsTitle()
        let line = line
        // The word after a recording's name must be an operation. A name alone may have spaces, like an operation.
        let mayBeName = words.count > 1 ? line == nil : words.first?.contains(" ") ?? false
        let isNamed = mayBeName && (try? RecordingLibrary.open())?.isName(words[0]) ?? false
        let (name, operation) =
            isNamed && !isOperation(words[0])
            ? (words[0], Array(words.dropFirst()))
            : Self.divided(
                line.map { words.dropLast() + $0.split(separator: " ").map(String.init) } ?? words)
        guard change == nil || !operation.isEmpty else {
            throw ValidationError(
                "give the new operation after “--change”, such as “replay edit --change 2 speed 3..5 2x”")
        }
        guard !operation.isEmpty || apply != nil || reset || front != nil || !(remove + off + on).isEmpty else {
            let line = (["replay edit"] + words.map(ShellWord.quoted)).joined(separator: " ")
            throw ValidationError("give an operation, such as “\(line) blur 3..5 640x120+0+300”")
        }
        // The operation is parsed before any recording is read.
        let written = try operation.isEmpty ? nil : read(operation, line: line, after: words.count == 1 ? name : nil)
        // Unreadable captions are reported now, and not at the export.
        if let path = written?.filePath, operation.first == WrittenOperation.Name.captions.rawValue {
            _ = try Captions.read(path)
        }
        let file = try apply.map { try EditFile.read($0) }
        var session = try EditSession(try RecordingLibrary.open().recording(matching: name))
        let (changes, loss) = try change(&session, file: file, written: written)
        if let loss { Terminal.say("replay: \(Failure.sentence(loss))") }
        try EditReport(session, addedMarks: changes.count(where: \.setsMark)).print(output)
    }

    private func isOperation(_ word: String) -> Bool { WrittenOperation.Name(rawValue: word) != nil }

    /// Refuses a word that is not an operation, and shows the intended command line.
    private func refuseCommand() throws {
        let isOperation = words.prefix(2).contains(where: isOperation)
        if !isOperation, let word = words.prefix(2).last,
            let answer = CommandName.answer(to: word, words: Array(words.dropLast()))
        {
            throw ValidationError("there is no operation “\(word)”; \(answer)")
        }
        guard words.count > 1, !isOperation,
            ReplayCommand.configuration.subcommands.contains(where: { $0._commandName == words[1] })
        else { return }
        let line = ([words[1], words[0]] + words[2...]).map(ShellWord.quoted).joined(separator: " ")
        throw ValidationError("“\(words[1])” is a command; write “replay \(line)”")
    }

    /// Refuses the name of a recording as the only text of a title, because the title would go into the latest
    /// recording.
    private func refuseNameAsTitle() throws {
        guard words.count == 2, words[0] == WrittenOperation.Name.title.rawValue,
            (try? RecordingLibrary.open())?.isName(words[1]) ?? false
        else { return }
        throw ValidationError(
            "“\(words[1])” is a recording; write “replay title \(ShellWord.quoted(words[1])) \"Text\"”")
    }

    /// Applies the changes. If another command changes the edit at the same time, tries again, unless the changes refer
    /// to operations by number.
    private func change(_ session: inout EditSession, file: EditFile?, written: WrittenOperation?) throws
        -> (changes: [EditChange], loss: String?)
    {
        for attempt in 1... {
            let applied = try file?.effect(on: session)
            let changes =
                (reset ? session.resetting : []) + switches + (try raising(in: session)) + (applied?.changes ?? [])
                + (try change(of: written, in: session))
            do {
                try session.change(changes, from: session.history)
                return (changes, applied?.loss)
            } catch EditHistoryError.changed where !namesNumbers && attempt < Self.maxAttempts {
                try session.reload()
            } catch let error as EditError {
                guard let file, let applied else { throw error }
                throw file.conflict(in: applied, on: session, after: switches) ?? error
            }
        }
        throw EditHistoryError.changed
    }

    /// The maximum number of attempts. Each failed attempt means that another command has succeeded.
    private static let maxAttempts = 1000

    /// True if the changes refer to operations by number. The numbers mean the operations that the user has seen.
    private var namesNumbers: Bool { change != nil || front != nil || !(remove + off + on).isEmpty }

    /// Parses the operation.
    /// - Throws: `ValidationError` with the right order if the words are in the wrong order. `RecordingLookupError` if the
    ///   word after the operation's name can only be meant as a recording.
    private func read(_ operation: [String], line: String?, after name: String?) throws -> WrittenOperation {
        do {
            return try written(operation, line: line, after: name)
        } catch {
            // If the library cannot be opened, the first error is the one to report.
            guard let library = try? RecordingLibrary.open() else { throw error }
            if operation == words, let word = EditOrder.recording(after: operation) {
                _ = try library.recording(matching: word)
            }
            guard let order = EditOrder(words), order.recording.map(library.has) ?? true else { throw error }
            throw ValidationError(
                "the recording comes first, then the operation, then its range; write “replay edit \(order.line)”")
        }
    }

    /// An operation that is written as a single word, with the recording's name in the same word or in the word before.
    private var line: String? {
        guard let last = words.last, words.count <= 2 else { return nil }
        let parts = last.split(separator: " ")
        let isOperation = parts.count > 1 && WrittenOperation.Name(rawValue: String(parts[0])) != nil
        return words.count == 1 || isOperation ? last : nil
    }

    /// Returns the recording, if it is named, and the operation.
    private static func divided(_ words: [String]) -> (String?, [String]) {
        func isRecording(_ word: String) -> Bool { (try? RecordingLibrary.open())?.has(word) ?? false }
        func isName(_ place: Int) -> Bool {
            words.indices.contains(place) && WrittenOperation.Name(rawValue: words[place]) != nil
        }
        // A recording may have the name of an operation. A range cannot be the first word.
        guard let first = words.first, first.rangeDots == nil, !isName(0) || isName(1) && isRecording(first)
        else { return (nil, words) }
        // A word before a range is meant as an operation. A word before another word is meant as the recording.
        guard words.count == 1 || isName(1) || words[1].mayBeOperation else { return (nil, words) }
        return (first, Array(words.dropFirst()))
    }

    /// - Parameter line: The operation as a single text with its spaces, if it was written so.
    private func written(_ words: [String], line: String?, after name: String?) throws -> WrittenOperation {
        guard let line else { return try WrittenOperation(words: words) }
        let place = name.flatMap { line.utf8.firstRange(of: $0.utf8) }
        return try WrittenOperation(parsing: place.map { String(line[$0.upperBound...]) } ?? line)
    }

    private func raising(in session: EditSession) throws -> [EditChange] {
        try front.map { [try session.history.raising($0)] } ?? []
    }

    private var switches: [EditChange] {
        remove.map { .remove($0) } + off.map { .enable($0, false) } + on.map { .enable($0, true) }
    }

    private func change(of written: WrittenOperation?, in session: EditSession) throws -> [EditChange] {
        guard let operation = try written.map({ try session.resolve($0) }) else { return [] }
        return [change.map { .replace($0, operation) } ?? .perform(operation)]
    }
}

extension EditSession {
    /// The changes that remove all operations.
    fileprivate var resetting: [EditChange] { history.numberedOperations.map { .remove($0.number) } }
}

extension String {
    /// True for a word that is neither a range, a time nor a rectangle, so that it may be a misspelt operation.
    fileprivate var mayBeOperation: Bool {
        rangeDots == nil && utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter }
            && utf8.first != UInt8(ascii: "-")
    }
}

extension EditChange {
    fileprivate var setsMark: Bool { if case .perform(.mark) = self { true } else { false } }
}
