import MediaTime
import ReplayCommandLine

/// A conversion of other programs' options to the words of Replay's commands, such as `--from 2 --to 5` to `2..5`. A
/// pure function of the command line.
enum WordOptions {
    /// The role of an option: a part of a range, or a separate word.
    private enum Part { case start, end, length, range, word }

    private static let times: [String: Part] = [
        "--from": .start, "--start": .start, "--begin": .start, "--at": .start, "--time": .start, "-ss": .start,
        "--to": .end, "--end": .end, "--until": .end, "-to": .end, "--duration": .length, "--length": .length,
        "--for": .length, "-t": .length, "-d": .length, "--range": .range, "--between": .range,
    ]

    private static let words: [String: Part] = [
        "--region": .word, "--area": .word, "--rect": .word, "--rectangle": .word, "--box": .word, "--text": .word,
        "--title": .word, "--label": .word, "--name": .word, "--factor": .word, "--rate": .word, "--by": .word,
        "--speed": .word, "--level": .word, "--gain": .word, "--volume": .word, "--angle": .word, "--degrees": .word,
        "--amount": .word, "--value": .word, "--track": .word, "--file": .word, "--ease": .word,
        "--language": .word, "--lang": .word,
    ]

    /// Returns the command line of `edit` with words instead of these options. Words after `--` are not options.
    static func edit(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return withWords(withOperation(Array(arguments[..<end]))) + arguments[end...]
    }

    private static func withWords(_ arguments: [String]) -> [String] {
        let names = [
            WrittenOperation.Name.style: FrameStyle.properties, .pointer: lookProperties, .keys: lookProperties,
        ]
        if let properties = names.first(where: { arguments.contains($0.key.rawValue) })?.value {
            return arguments.flatMap { words(of: $0, properties) }
        }
        return rewritten(arguments, parts: times.merging(words) { one, _ in one })
    }

    /// The properties of the pointer's look and of shortcuts.
    private static let lookProperties = ["size", "smooth", "hide-idle", "click"]

    /// Returns an option for a property as words: `--padding=8%` becomes `padding 8%`.
    private static func words(of argument: String, _ properties: [String]) -> [String] {
        let (name, value) = argument.dividedAtEquals
        guard name.hasPrefix("--"), properties.contains(String(name.dropFirst(2))) else { return [argument] }
        return [String(name.dropFirst(2))] + [value].compactMap(\.self)
    }

    /// Returns the command line with an operation instead of an option of the same name: `--speed 2` becomes `speed 2`.
    /// A line that has an operation is not changed.
    private static func withOperation(_ arguments: [String]) -> [String] {
        // The operation for `--change` is written as words.
        if arguments.contains(where: { $0.dividedAtEquals.name == "--change" }) { return arguments }
        func isOperation(_ word: some StringProtocol) -> Bool {
            WrittenOperation.Name(rawValue: String(word)) != nil || CommandName.operation(for: String(word)) != nil
        }
        let place = arguments.firstIndex {
            $0.hasPrefix("--") && isOperation($0.dividedAtEquals.name.dropFirst(2))
        }
        guard let place, !arguments.contains(where: { isOperation($0) }) else { return arguments }
        let (name, value) = arguments[place].dividedAtEquals
        return arguments[..<place] + [String(name.dropFirst(2))] + [value].compactMap(\.self)
            + arguments[(place + 1)...]
    }

    /// Returns the command line of `redact`. An option for an instant is not accepted as a range, because a redaction
    /// is irreversible.
    static func redact(_ arguments: [String]) -> [String] {
        rewritten(arguments, parts: times.filter { !instants.contains($0.key) }.merging(words) { one, _ in one })
    }

    /// Returns the command line of `export` with ranges instead of options.
    static func export(_ arguments: [String]) -> [String] {
        rewritten(arguments, parts: times.filter { !instants.contains($0.key) })
    }

    /// Returns the command line of `cut` and `trim`, which have `--from` and `--to` themselves. It is only changed if a
    /// range is given by a length, or if there are several ranges.
    static func limits(_ arguments: [String]) -> [String] {
        let parts = arguments.compactMap { times[$0.dividedAtEquals.name] }
        let isSeveral = parts.count { $0 == .start } > 1 || parts.count { $0 == .end } > 1
        return isSeveral || parts.contains(.length) ? rewritten(arguments, parts: times) : arguments
    }

    private static let instants = ["--at", "--time"]

    /// Returns the command line with the ranges after all other words, followed by the separate words. A repeated
    /// option begins another range. Returns the command line unchanged if the options do not form ranges.
    private static func rewritten(_ arguments: [String], parts: [String: Part]) -> [String] {
        var (kept, groups, values) = ([String](), [[Part: String]](), [String]())
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word != "--" else { return arguments }
            let (name, joined) = word.dividedAtEquals
            guard let part = parts[name], let value = joined ?? rest.first, joined != nil || isValue(value) else {
                kept.append(word)
                continue
            }
            if joined == nil { rest.removeFirst() }
            if part == .word {
                values.append(value)
            } else if groups.isEmpty || groups[groups.count - 1][part] != nil {
                groups.append([part: value])
            } else {
                groups[groups.count - 1][part] = value
            }
        }
        let ranges = groups.map { range($0, of: kept) }
        guard !ranges.contains(nil) else { return arguments }
        return kept + ranges.compactMap(\.self) + values
    }

    /// Returns true if a word may be the value of an option: it is not an option, or it is a time from the end.
    private static func isValue(_ word: String) -> Bool {
        word.utf8.first != UInt8(ascii: "-") || (try? TimePosition(parsing: word)) != nil
    }

    /// Returns the range of the parts, the time of a mark, or the length of a fade. Nil if they do not form any of
    /// these.
    private static func range(_ parts: [Part: String], of words: [String]) -> String? {
        if let range = parts[.range] { return parts.count == 1 ? range : nil }
        let times = parts.mapValues { try? TimePosition(parsing: $0) }
        guard !times.values.contains(nil) else { return nil }
        let (start, end) = (parts[.start], parts[.end])
        guard case .time(let length) = times[.length] ?? nil else {
            return words.contains("mark") && end == nil ? start : "\(start ?? "")..\(end ?? "")"
        }
        if words.contains("mark") { return start }
        if parts.count == 1, words.contains(where: ["fade-in", "fade-out"].contains) { return parts[.length] }
        guard end == nil, case .time(let first) = start == nil ? .time(.zero) : times[.start] ?? nil else { return nil }
        return "\(start ?? "")..\((first + length).timecode())"
    }
}
