/// The text of a style.
extension FrameStyle {
    /// The words before values, and the word before the path of an image.
    package static let properties = Property.allCases.map(\.rawValue) + [imageWord]

    /// The word before the path of an image.
    static let imageWord = "image"

    /// A property of a style, by the word that users write before its value.
    enum Property: String, CaseIterable {
        case background, padding, radius, shadow, border, inset, aspect

        /// The greatest percentage, in hundredths of a percent.
        fileprivate var maxHundredths: Int {
            switch self {
            case .padding: 4000
            case .radius: 2000
            case .border: 500
            case .inset: 900
            case .shadow, .background, .aspect: 10_000
            }
        }

        /// True if a colour may follow the value.
        fileprivate var takesColour: Bool { self == .border || self == .inset }

        /// True if a number between 0 and 1 may lack its percent sign. Lines are usually that thin.
        fileprivate var isThin: Bool { self == .border }
    }

    /// Reads the words of a style, such as `calm padding 8% radius 1.2%`: a built-in style, and properties that replace
    /// its own. Without a name, they replace those of ``StylePreset/standard``. A property may also be written as
    /// `--padding 8%` or `padding=8%`.
    public init(words: some Sequence<String>) throws(FrameStyleError) {
        let words = Self.divided(words)
        guard let name = words.first, Property(rawValue: name) == nil else {
            try self.init(properties: words, of: StylePreset.standard.style)
            return
        }
        try self.init(properties: Array(words.dropFirst()), of: try Self.named(name, isAlone: words.count == 1))
    }

    /// Returns a built-in style.
    /// - Parameter isAlone: False if words follow, so that the name may be meant as a property.
    private static func named(_ name: String, isAlone: Bool) throws(FrameStyleError) -> FrameStyle {
        do throws(FrameStyleError) {
            return try StylePreset.named(name).style
        } catch {
            throw isAlone ? error : .unknownWord(name)
        }
    }

    /// Reads properties that replace those of another style.
    init(properties words: [String], of other: FrameStyle) throws(FrameStyleError) {
        self = other
        var words = words[...]
        while let word = words.popFirst() {
            guard let property = Property(rawValue: word) else { throw .unknownProperty(word) }
            try set(property, words: &words)
        }
        // The colour of what has no width is not written.
        if border == .zero { borderColour = Self.none.borderColour }
        if inset == .zero { insetColour = Self.none.insetColour }
    }

    /// Reads a text such as `calm padding 8%`.
    public init(parsing text: String) throws(FrameStyleError) {
        try self.init(words: text.split { $0.isWhitespace }.map(String.init))
    }

    /// Returns the words without dashes before properties and equals signs after them.
    static func divided(_ words: some Sequence<String>) -> [String] {
        words.flatMap { $0.dividedProperty(properties) }
    }

    private mutating func set(_ property: Property, words: inout ArraySlice<String>) throws(FrameStyleError) {
        guard var value = words.popFirst() else { throw .noValue(property.rawValue) }
        if property.takesColour {
            // In quotes, as in the file of a style, both are one word.
            let parts = value.split(separator: " ").map(String.init)
            value = parts.first ?? value
            words = parts.dropFirst() + words
        }
        try set(property, to: value)
        guard property.takesColour, let next = words.first, Property(rawValue: next) == nil else { return }
        guard let colour = StyleColour(next) else { throw .notColour(next) }
        if property == .border { borderColour = colour } else { insetColour = colour }
        words.removeFirst()
    }

    private mutating func set(_ property: Property, to value: String) throws(FrameStyleError) {
        switch property {
        case .background:
            guard let background = StyleBackground(value) else { throw .notBackground(value) }
            self.background = background
        case .padding: padding = try Self.percentage(value, of: property)
        case .radius: radius = try Self.percentage(value, of: property)
        case .shadow: shadow = try Self.percentage(value, of: property)
        case .border: border = try Self.percentage(value, of: property)
        case .inset: inset = try Self.percentage(value, of: property)
        case .aspect:
            let aspect = StyleAspect(value)
            guard aspect != nil || value == Self.screenAspect else { throw .notAspect(value) }
            self.aspect = aspect
        }
    }

    /// The word for the shape of the screen.
    private static let screenAspect = "screen"

    private static func percentage(_ text: String, of property: Property) throws(FrameStyleError) -> Percentage {
        guard let value = Percentage(text), value.hundredths <= property.maxHundredths,
            property.isThin || !Percentage.isFraction(text)
        else {
            throw .notPercentage(text, property.rawValue, max: property.maxHundredths / 100)
        }
        return value
    }

    /// The words that ``init(words:)`` reads, without an image.
    package var words: [String] {
        if isPlain { return [StylePreset.none.name] }
        // Properties that the standard style does not have are left out if they are zero.
        func extra(_ property: Property, _ value: Percentage, _ colour: StyleColour) -> [String] {
            value == .zero ? [] : [property.rawValue, value.description, colour.description]
        }
        return (image == nil ? [Property.background.rawValue, background.description] : [])
            + [Property.padding.rawValue, padding.description, Property.radius.rawValue, radius.description]
            + [Property.shadow.rawValue, shadow.description]
            + extra(.border, border, borderColour) + extra(.inset, inset, insetColour)
            + (aspect.map { [Property.aspect.rawValue, $0.description] } ?? [])
    }
}
