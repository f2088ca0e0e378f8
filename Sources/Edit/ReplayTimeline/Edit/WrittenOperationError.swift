public import ReplayErrors

/// An error that occurs while reading an operation. The description is a sentence for the user who wrote it.
public enum WrittenOperationError: CategorizedError, Hashable {
    /// No operation has this name.
    case noOperation(String)
    /// The operation needs a range, and none is given.
    case noRange(WrittenOperation.Name)
    /// An argument is missing (nil) or not valid.
    case wrong(String?, WrittenOperation.Name)
    /// The operation has more than ``WrittenOperation/maxWords`` words.
    case tooManyWords
    /// The operation does not take this argument.
    case tooMuch(String, WrittenOperation.Name)
    /// The operation names no image, or cannot name one.
    case noImage(WrittenOperation.Name)
    /// The text of a style is not valid.
    case wrongStyle(FrameStyleError)
    /// The words of a pointer's look are not valid.
    case wrongPointer(PointerLookError)
    /// A property of an annotation has a value that is not valid, or none (empty).
    case wrongProperty(String, String, WrittenOperation.Name)
    /// An annotation cannot have this text.
    case wrongText(TitleTextError)
    /// A title cannot have this text.
    case wrongTitle(TitleTextError)
    /// A mark cannot have this name.
    case wrongName(TitleTextError)
    /// The text begins with a quotation mark but is not correctly quoted.
    case wrongQuotation(String)
}

extension WrittenOperationError {
    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence that shows how to write the operation.
    public var description: String {
        switch self {
        case .noOperation(let name): "there is no operation “\(name.excerpt)”; \(Self.proposal(for: name))"
        case .noRange(let name): "“\(name.rawValue)” requires a range, such as “\(name.usage)”"
        case .wrong(let text, let name): wrong(text, for: name)
        case .tooManyWords: "an operation has at most \(WrittenOperation.maxWords) words, but this one has more"
        case .tooMuch(let text, let name):
            "“\(name.rawValue)” does not accept “\(text.excerpt)” there; write it as “\(name.usage)”"
        case .noImage(let name):
            "“\(name == .watermark ? name.rawValue : "image")” requires a file, in a command or a file of operations; write it as “\(name == .style ? "style calm image wall.png" : name.usage)”"
        case .wrongStyle(let error): error.description
        case .wrongPointer(let error):
            "\(error); write it as “\(WrittenOperation.Name.pointer.usage)”"
        case .wrongProperty(let word, let value, let name): Self.wrongProperty(word, value, of: name)
        case .wrongText(let error):
            "a text cannot be drawn: \(error.reason); write it as “\(WrittenOperation.Name.text.usage)”"
        case .wrongTitle(let error): "\(error); write it as “\(WrittenOperation.Name.title.usage)”"
        case .wrongName(let error): "a mark cannot have this name: \(error)"
        case .wrongQuotation(let text):
            "“\(text.excerpt)” begins with a quotation mark, but is not a text such as \"Chapter one\", in which \\\", \\\\ and "
                + "\\n are escapes"
        }
    }

    /// Returns a hint at the operation that was probably meant. It ignores case, dashes and different endings.
    private static func proposal(for written: String) -> String {
        let letters = String(written.prefix(20).lowercased().filter(\.isLetter))
        let meant = WrittenOperation.Name.allCases.first { name in
            let own = name.rawValue.filter(\.isLetter)
            return letters.count > 2 && (own.hasPrefix(letters) || letters.hasPrefix(own))
        }
        return meant.map { "did you mean “\($0.usage)”?" }
            ?? "the operations are \(WrittenOperation.Name.allCases.map(\.rawValue).joined(separator: ", "))"
    }

    private static func wrongProperty(_ word: String, _ value: String, of name: WrittenOperation.Name) -> String {
        let sizes = name.annotation.map(AnnotationLook.sizes) ?? 0...0
        let (least, most) = (Percentage(hundredths: sizes.lowerBound), Percentage(hundredths: sizes.upperBound))
        let property = AnnotationLook.Property(word: word)
        let valid: ClosedRange<Int>? =
            switch property {
            case .size, .width: sizes
            case .opacity: 0...10_000
            case .colour, .ease, nil: nil
            }
        if let request = valid.flatMap({ Percentage.signRequest(for: value, of: word, in: $0) }) { return request }
        let wanted =
            switch property {
            case .colour: "a colour such as ff3b30, black or white"
            case .size, .width: "a percentage from \(least ?? .zero) to \(most ?? .zero) of the frame’s shorter side"
            case .opacity, nil: "a percentage from 0% to 100%"
            case .ease: "a time from 0s to 60s"
            }
        return value.isEmpty
            ? "“\(word)” requires \(wanted)" : "“\(value.excerpt)” is not \(wanted), which “\(word)” requires"
    }

    private func wrong(_ text: String?, for name: WrittenOperation.Name) -> String {
        let wanted =
            switch name {
            case .speed: "a speed from 0.1x to 16x"
            case .gain: "a gain in decibels from -60dB to 24dB, such as -6dB or +3dB"
            case .rotate: "0, 90, 180 or 270"
            case .mark: "a time"
            case .captions: "a WebVTT or SubRip file, and a language such as en"
            case .camera:
                "a place of the camera: a corner such as top-left:30 (1 to 50 %), “side”, “side-left” or “stacked:30” (10 to 70 %), “full” or “off”"
            case .keys: "bottom, top, off, or a size from 3% to 20%"
            case .zoom where text != nil:
                "a rectangle WxH+X+Y, the part to enlarge, or a transition of 0s to 60s"
            case .arrow: "two points: where the arrow begins, and where its head is"
            case .text: "a point such as 400,300, and a text; a “title” needs no point"
            case .step where text.flatMap { Int($0) } != nil: "a number from 1 to 99"
            case .step: "a point such as 400,300, and a number from 1 to 99"
            case .watermark: "a corner: bottom-right, bottom-left, top-right or top-left"
            default: "a rectangle WxH+X+Y: its width, its height, and its upper left corner"
            }
        let found = text.map { "“\($0.excerpt)” is not \(wanted)" } ?? "“\(name.rawValue)” requires \(wanted)"
        let hint = name == .zoom ? text.flatMap(Self.scaleHint) : nil
        return "\(found)\(hint.map { "; \($0)" } ?? ""); write it as “\(name.usage)”"
    }

    /// Returns a hint at the rectangle for a scale such as `2x`, or nil for any other text.
    private static func scaleHint(_ text: String) -> String? {
        guard text.hasSuffix("x"), let scale = Double(text.dropLast()), scale > 1, scale < 100 else { return nil }
        return "a rectangle is enlarged \(text) if its width and height are the frame’s divided by \(text.dropLast())"
    }
}
