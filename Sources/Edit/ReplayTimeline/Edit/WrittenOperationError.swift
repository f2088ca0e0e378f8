public import ReplayErrors

/// Why a text is no operation. The description is a sentence for the person who wrote it.
public enum WrittenOperationError: CategorizedError, Hashable {
    /// No operation has this name.
    case noOperation(String)
    /// It does not say when.
    case noRange(WrittenOperation.Name)
    /// What it needs is missing, or cannot be.
    case wrong(String?, WrittenOperation.Name)
    /// It has more than ``WrittenOperation/maxWords``.
    case tooManyWords
    /// It takes no more.
    case tooMuch(String, WrittenOperation.Name)
    /// It names no image, or may not.
    case noImage
    /// A title cannot have this text.
    case wrongTitle(TitleTextError)
    /// A mark cannot have this name.
    case wrongName(TitleTextError)
    /// A text begins with a quotation mark, but is none that is quoted.
    case wrongQuotation(String)
}

extension WrittenOperationError {
    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence that says how to write it.
    public var description: String {
        switch self {
        case .noOperation(let name): "there is no operation “\(name.excerpt)”; \(Self.proposal(for: name))"
        case .noRange(let name): "“\(name.rawValue)” wants a range, such as “\(name.usage)”"
        case .wrong(let text, let name): wrong(text, name)
        case .tooManyWords: "an operation has at most \(WrittenOperation.maxWords) words, and this has more"
        case .tooMuch(let text, let name):
            "“\(name.rawValue)” takes no “\(text.excerpt)” there; write it as “\(name.usage)”"
        case .noImage:
            "“image” wants a file, in a command or a file of operations; write it as "
                + "“\(WrittenOperation.Name.cover.usage)”"
        case .wrongTitle(let error): "\(error); write it as “\(WrittenOperation.Name.title.usage)”"
        case .wrongName(let error): "a mark cannot have this name: \(error)"
        case .wrongQuotation(let text):
            "“\(text.excerpt)” begins with a quotation mark, but is no text such as \"Chapter one\", in which \\\", \\\\ and "
                + "\\n are escapes"
        }
    }

    /// The operation that was meant, where its name only has another ending, other letters than small ones, or no dash.
    private static func proposal(for written: String) -> String {
        let letters = String(written.prefix(20).lowercased().filter(\.isLetter))
        let meant = WrittenOperation.Name.allCases.first { name in
            let own = name.rawValue.filter(\.isLetter)
            return letters.count > 2 && (own.hasPrefix(letters) || letters.hasPrefix(own))
        }
        return meant.map { "did you mean “\($0.usage)”?" }
            ?? "there are \(WrittenOperation.Name.allCases.map(\.rawValue).joined(separator: ", "))"
    }

    private func wrong(_ text: String?, _ name: WrittenOperation.Name) -> String {
        let wanted =
            switch name {
            case .speed: "a speed from 0.1x to 16x"
            case .gain: "a gain in decibels from -60dB to 24dB, such as -6dB or +3dB"
            case .rotate: "0, 90, 180 or 270"
            case .mark: "a time"
            case .captions: "a file of WebVTT or SubRip, and a language such as en"
            case .camera: "a corner such as top-left:30, 1 to 50 % wide, “full” or “off”"
            case .zoom: "a rectangle, or an ease of 0s to 60s"
            default: "a rectangle: its width, its height, and its upper left corner"
            }
        let found = text.map { "“\($0.excerpt)” is not \(wanted)" } ?? "“\(name.rawValue)” wants \(wanted)"
        return "\(found); write it as “\(name.usage)”"
    }
}
