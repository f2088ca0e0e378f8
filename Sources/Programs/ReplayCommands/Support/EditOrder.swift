import ReplayCommandLine
import ReplayErrors

/// The right order of the words of `replay edit`, if a range comes before the operation or the recording comes last.
struct EditOrder {
    /// The recording, or nil if no word names one.
    let recording: String?
    /// The words in the right order, quoted for a shell.
    let line: String

    /// Creates the right order. Nil if no word is the name of an operation, or if the order is already right.
    init?(_ words: [String]) {
        guard let place = words.firstIndex(where: { WrittenOperation.Name(rawValue: $0) != nil }) else { return nil }
        let (before, after) = (words[..<place], words[(place + 1)...])
        let ranges = before.filter { $0.rangeDots != nil }
        let names = before.filter { $0.rangeDots == nil }
        let last = names.isEmpty ? after.last.flatMap { $0.rangeDots == nil && after.count > 1 ? $0 : nil } : nil
        guard !ranges.isEmpty || last != nil, names.count <= 1 else { return nil }
        recording = names.first ?? last
        let rest = last == nil ? after : after.dropLast()
        let ordered = [recording].compactMap(\.self) + [words[place]] + ranges + rest
        line = ordered.map(ShellWord.quoted).joined(separator: " ")
    }

    /// The words that mean something else as commands.
    private static let synonyms = [
        "delete": "cut", "remove": "cut", "erase": "cut", "audio": "gain", "hide": "cover", "chapter": "mark",
    ]

    /// Returns the words with Replay's name of an operation instead of another program's, such as `gain` for `volume`.
    static func named(_ words: [String]) -> [String] {
        func name(_ word: String) -> String? { CommandName.operation(for: word) ?? synonyms[word] }
        let words = withFade(words.prefix(2).flatMap(divided) + words.dropFirst(2))
        let first = words.prefix(2)
        // A whole operation may be a single word, as in `edit demo "speed 2x"`.
        func isOperation(_ word: String) -> Bool {
            WrittenOperation.Name(rawValue: String(word.prefix { $0 != " " })) != nil
        }
        guard !first.contains(where: isOperation),
            let place = first.lastIndex(where: { name($0) != nil }), let name = name(words[place])
        else { return words }
        var named = words
        named[place] = name
        return named
    }

    /// Splits a word such as `crop=640x360+0+0` into two words.
    private static func divided(_ word: String) -> [String] {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        let isOperation = parts.count == 2 && WrittenOperation.Name(rawValue: parts[0]) != nil
        return isOperation ? parts : [word]
    }

    /// Returns the words with `fade-in` for `fade in`.
    private static func withFade(_ words: [String]) -> [String] {
        guard let place = words.prefix(2).firstIndex(of: "fade"), words.indices.contains(place + 1),
            let name = WrittenOperation.Name(rawValue: "fade-" + words[place + 1])
        else { return words }
        return words[..<place] + [name.rawValue] + words[(place + 2)...]
    }

    /// Returns the words with the recording before the operation, if it directly follows the operation, as in `replay
    /// speed demo 2x`.
    /// - Parameter isRecording: Returns true for the full name of a recording.
    static func recordingFirst(_ words: [String], isRecording: (String) -> Bool) -> [String] {
        guard words.count > 1, WrittenOperation.Name(rawValue: words[0]) != nil, words[1].rangeDots == nil,
            WrittenOperation.Name(rawValue: words[1]) == nil, isRecording(words[1])
        else { return words }
        // An operation may be complete with the single word after it, such as a title. Captions rarely have the name of
        // a recording.
        if words.count == 2, words[0] != WrittenOperation.Name.captions.rawValue,
            (try? WrittenOperation(words: words)) != nil
        {
            return words
        }
        return [words[1], words[0]] + words[2...]
    }

    /// Returns the word after the name of an operation if the operation is valid only without that word, which is
    /// therefore meant as a recording.
    /// - Parameter operation: The words of an operation that is not valid.
    static func recording(after operation: [String]) -> String? {
        guard operation.count > 2, operation[1].first?.isLetter ?? false, operation[1].rangeDots == nil,
            (try? WrittenOperation(words: [operation[0]] + operation[2...])) != nil
        else { return nil }
        // Without a corner or a style after it, the word is more likely meant as that.
        return switch WrittenOperation.Name(rawValue: operation[0]) {
        case .watermark: operation[2...].contains { CameraPlacement($0) != nil } ? operation[1] : nil
        case .style: FrameStyle.properties.contains(operation[2]) ? nil : operation[1]
        // The word is more likely meant as an audio track.
        case .mute: nil
        default: operation[1]
        }
    }

    /// Returns the words with a range with two dots after the operation. It may be written with a dash, as in `speed
    /// 2-6 4x`, after the text of a title, or as the length of a fade. Also puts the time of a mark before its name.
    static func withDots(_ words: [String]) -> [String] {
        guard let place = words.prefix(2).firstIndex(where: { WrittenOperation.Name(rawValue: $0) != nil }),
            words.indices.contains(place + 1)
        else { return words }
        var dotted = words
        if words[place] == WrittenOperation.Name.title.rawValue, words.count == place + 3,
            dottedRange(words[place + 1]) == nil, let range = dottedRange(words[place + 2])
        {
            dotted[(place + 1)...] = [range, words[place + 1]]
        } else if words[place] == WrittenOperation.Name.title.rawValue, words[place + 1].rangeDots == nil,
            let later = words[(place + 1)...].firstIndex(where: { $0.rangeDots != nil && dottedRange($0) != nil })
        {
            dotted.insert(dotted.remove(at: later), at: place + 1)
        } else if words[place] == WrittenOperation.Name.mark.rawValue, words.count == place + 3,
            !isTime(words[place + 1]), isTime(words[place + 2])
        {
            dotted.swapAt(place + 1, place + 2)
        } else if let range = fadeRange(of: words[place], length: words[place + 1]) ?? dottedRange(words[place + 1]) {
            dotted[place + 1] = range
        }
        return dotted
    }

    /// Returns the range of a fade with a given length, such as `..2s`.
    private static func fadeRange(of operation: String, length: String) -> String? {
        guard case .time? = try? TimePosition(parsing: length) else { return nil }
        switch WrittenOperation.Name(rawValue: operation) {
        case .fadeIn: return "..\(length)"
        case .fadeOut: return "-\(length).."
        default: return nil
        }
    }

    // Only asks whether the word is a time.
    private static func isTime(_ word: String) -> Bool { (try? TimePosition(parsing: word)) != nil }

    /// Returns a range in the form with two dots, or nil if the word is not a range.
    static func dottedRange(_ word: String) -> String? {
        if word.rangeDots != nil { return word }
        let times = word.split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, times.allSatisfy({ isTime(String($0)) }) else {
            return nil
        }
        return times.joined(separator: "..")
    }
}
