public import ReplayErrors

/// An error in the words of a pointer's look. The description is a sentence for the user who wrote them.
public enum PointerLookError: CategorizedError, Hashable {
    /// Nothing is named.
    case noProperty
    /// There is no property of this name.
    case unknownProperty(String)
    /// A property has no value.
    case noValue(String)
    /// A text is not a size.
    case notSize(String)
    /// A text is not a smoothness.
    case notSmoothness(String)
    /// A text is not a time of rest.
    case notIdle(String)
    /// A text is not a way to show clicks.
    case notClick(String)
    /// A pointer that is off has other properties.
    case offWithOthers

    /// The category of the error.
    public var category: ErrorCategory { .badData }

    /// A sentence that names the valid values.
    public var description: String {
        switch self {
        case .noProperty: "“pointer” requires a property"
        case .unknownProperty(let name):
            "“pointer” has no “\(name.excerpt)”; it has size, smooth, hide-idle, click and off"
        case .noValue(let property): "“\(property)” requires a value, such as “\(Self.example(of: property))”"
        case .notSize(let text): "“\(text.excerpt)” is not a size from 50% to 400%"
        case .notSmoothness(let text): "“\(text.excerpt)” is not a smoothness from 0 to 1"
        case .notIdle(let text): "“\(text.excerpt)” is not a time from 0.5s to 60s, which “hide-idle” requires"
        case .notClick(let text): "“\(text.excerpt)” is not a way to show clicks: ring or press"
        case .offWithOthers: "a pointer that is off has no other properties"
        }
    }

    private static func example(of property: String) -> String {
        ["size": "size 150%", "smooth": "smooth 0.5", "hide-idle": "hide-idle 2s"][property] ?? "click ring"
    }
}
