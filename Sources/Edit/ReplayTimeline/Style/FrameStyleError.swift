public import ReplayErrors

/// An error in the text of a style. The description is a sentence for the user who wrote it.
public enum FrameStyleError: CategorizedError, Hashable {
    /// There is no built-in style of this name.
    case unknownStyle(String)
    /// There is neither a built-in style nor a property of this name.
    case unknownWord(String)
    /// There is no property of this name.
    case unknownProperty(String)
    /// A property has no value.
    case noValue(String)
    /// A value is not a percentage from 0 to `max`.
    case notPercentage(String, String, max: Int)
    /// A text is not a colour.
    case notColour(String)
    /// A text is not a background.
    case notBackground(String)
    /// A text is not the shape of a frame.
    case notAspect(String)
    /// A file is not a style. The text is the reason, as a sentence with the position.
    case invalidFile(String)

    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence that names the valid values.
    public var description: String {
        switch self {
        case .unknownStyle(let name):
            Self.background(name)
                ?? "there is no style “\(name.excerpt)”; the styles are \(StylePreset.names), and the path of a file"
        case .unknownWord(let name):
            Self.background(name)
                ?? "there is no style or property “\(name.excerpt)”; the styles are \(StylePreset.names), and the path of "
                + "a file; the properties are \(FrameStyle.properties.joined(separator: ", "))"
        case .unknownProperty(let name):
            Self.background(name)
                ?? "a style has no “\(name.excerpt)”; it has \(FrameStyle.Property.allCases.map(\.rawValue).joined(separator: ", "))"
        case .noValue(let property): "“\(property)” requires a value"
        case .notPercentage(let text, let property, let max):
            Percentage.signRequest(for: text, of: property, in: 0...max * 100)
                ?? "“\(text.excerpt)” is not a percentage from 0% to \(max)%, which “\(property)” requires"
        case .notColour(let text): "“\(text.excerpt)” is not a colour such as 1e3a8a, black or white"
        case .notBackground(let text):
            "“\(text.excerpt)” is not a background: a colour such as 1e3a8a, a gradient such as 0f172a-1e3a8a@160, "
                + "four corners such as mesh:1e1b4b-7c3aed-f472b6-fb923c, or “blur”; an image is written as “image FILE”"
        case .notAspect(let text):
            "“\(text.excerpt)” is not a shape such as 16:9, 9:16 or 1080x1920, in which one side is at most four times "
                + "the other"
        case .invalidFile(let reason): reason
        }
    }

    /// Returns a sentence that names the property for a background or an image, or nil for any other word.
    private static func background(_ word: String) -> String? {
        if word.isImageName { return "“\(word.excerpt)” is an image; write it as “style image \(word.excerpt)”" }
        guard StyleBackground(word) != nil else { return nil }
        return "“\(word.excerpt)” is a background; write it as “style background \(word.excerpt)”"
    }
}
