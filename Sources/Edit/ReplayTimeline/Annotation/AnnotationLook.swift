public import MediaTime

/// The colour, size and opacity of an annotation, and how long it takes to appear.
public struct AnnotationLook: Hashable, Sendable {
    /// The colour of lines, plates and discs.
    public internal(set) var colour = StyleColour(red: 255, green: 59, blue: 48)
    /// The size as a percentage of the frame's shorter side. It is the width of a line or of a watermark, the height of a
    /// line of text, or the diameter of a disc.
    public internal(set) var size: Percentage
    /// The opacity. For a spotlight, that of the darkness.
    public internal(set) var opacity: Percentage
    /// The time in which the annotation appears, and in which it disappears, in 0...60 s.
    public internal(set) var ease: MediaTime

    /// Creates the default look of a kind of annotation.
    public init(of kind: Annotation.Kind) {
        let (size, opacity) =
            switch kind {
            case .arrow, .box, .ellipse: (90, 10_000)
            case .text: (500, 10_000)
            case .step: (700, 10_000)
            case .spotlight: (0, 6000)
            case .image: (0, 10_000)
            case .watermark: (1500, 6000)
            }
        self.size = Percentage(hundredths: size) ?? .zero
        self.opacity = Percentage(hundredths: opacity) ?? .zero
        ease = kind == .watermark ? .zero : .milliseconds(300)
    }
}

extension AnnotationLook {
    /// The properties that a user can set.
    enum Property: String, CaseIterable {
        case colour, size, width, opacity, ease

        /// Reads the name of a property.
        init?(word: String) { self.init(rawValue: word == "color" ? "colour" : word) }
    }

    /// Returns the properties of a kind of annotation. The size is called the width where it is that of a line.
    static func properties(of kind: Annotation.Kind) -> [Property] {
        switch kind {
        case .arrow, .box, .ellipse: [.colour, .width, .opacity, .ease]
        case .text, .step: [.colour, .size, .opacity, .ease]
        case .watermark: [.width, .opacity, .ease]
        case .spotlight, .image: [.opacity, .ease]
        }
    }

    /// Returns the valid sizes of a kind of annotation, in hundredths of a percent.
    static func sizes(of kind: Annotation.Kind) -> ClosedRange<Int> {
        switch kind {
        case .arrow, .box, .ellipse: 10...1000
        case .text, .step: 100...4000
        case .watermark: 100...10_000
        case .spotlight, .image: 0...0
        }
    }

    /// Returns true if a width between 0 and 1 may lack its percent sign. Lines are usually that thin.
    private static func isThin(_ kind: Annotation.Kind) -> Bool { [.arrow, .box, .ellipse].contains(kind) }

    /// Sets a property.
    /// - Returns: False if the value is not valid for this kind of annotation.
    mutating func set(_ property: Property, to value: String, for kind: Annotation.Kind) -> Bool {
        switch property {
        case .colour:
            guard let colour = StyleColour(value) else { return false }
            self.colour = colour
        case .size, .width:
            guard let size = Percentage(value), Self.sizes(of: kind).contains(size.hundredths),
                Self.isThin(kind) || !Percentage.isFraction(value)
            else { return false }
            self.size = size
        case .opacity:
            guard let opacity = Percentage(value), !Percentage.isFraction(value) else { return false }
            self.opacity = opacity
        case .ease:
            guard let ease = Zoom.ease(value), ease >= .zero, ease <= Zoom.maxEase else { return false }
            self.ease = ease
        }
        return true
    }

    /// The words that set what differs from the default look of a kind of annotation.
    func words(for kind: Annotation.Kind) -> [String] {
        let standard = AnnotationLook(of: kind)
        return Self.properties(of: kind).flatMap { property -> [String] in
            let (value, usual) = (self[property], standard[property])
            return value == usual ? [] : [property.rawValue, value]
        }
    }

    private subscript(property: Property) -> String {
        switch property {
        case .colour: colour.description
        case .size, .width: size.description
        case .opacity: opacity.description
        case .ease: ease.secondsText
        }
    }
}
