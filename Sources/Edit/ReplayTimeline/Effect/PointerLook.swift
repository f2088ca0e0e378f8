public import MediaTime

/// The look of a pointer that was recorded apart from the frames, in the whole recording.
public struct PointerLook: Hashable, Sendable {
    /// The ways in which a press of a button is shown.
    public enum Click: String, Hashable, Sendable, CaseIterable {
        /// A ring grows and fades around the place.
        case ring
        /// The pointer is smaller while the button is pressed.
        case press
    }

    /// The size, in percent of the recorded one, in 50...400.
    public internal(set) var size = 100
    /// The smoothness of the motion, in percent: 0 for the recorded motion, 100 for the calmest one.
    public internal(set) var smoothness = 0
    /// The time of rest after which the pointer is hidden, 0.5 s to 60 s. Nil if it is always shown.
    public internal(set) var idle: MediaTime?
    /// The way in which a press of a button is shown, or nil if it is not.
    public internal(set) var click: Click?
    /// True if the pointer is not shown.
    public internal(set) var isOff = false

    /// The look of the recorded pointer.
    public static let standard = PointerLook()

    /// The valid sizes, in percent.
    public static let sizes = 50...400
    /// The valid times of rest.
    public static let idles = MediaTime.milliseconds(500)...MediaTime.seconds(60)
}

extension PointerLook {
    /// The words before values.
    private enum Property: String, CaseIterable { case size, smooth, idle = "hide-idle", click }

    /// Reads words such as `size 150% smooth 0.5 hide-idle 2s click ring`, or `off`. What is not named is as recorded.
    public init(words: some Sequence<String>) throws(PointerLookError) {
        let properties = Property.allCases.map(\.rawValue)
        var words = words.flatMap { $0.dividedProperty(properties) }[...]
        while let word = words.popFirst() {
            if word == "off" {
                isOff = true
                continue
            }
            guard let property = Property(rawValue: word) else { throw .unknownProperty(word) }
            guard let value = words.popFirst() else { throw .noValue(word) }
            try set(property, to: value)
        }
        if isOff, self != PointerLook.hidden { throw .offWithOthers }
    }

    private static var hidden: PointerLook {
        var look = PointerLook.standard
        look.isOff = true
        return look
    }

    private mutating func set(_ property: Property, to value: String) throws(PointerLookError) {
        switch property {
        case .size:
            let digits = value.hasSuffix("%") ? value.dropLast() : value[...]
            guard let size = Int(digits), Self.sizes.contains(size) else { throw .notSize(value) }
            self.size = size
        case .smooth:
            let number = value.hasSuffix("%") ? Double(value.dropLast()).map { $0 / 100 } : Double(value)
            guard let number, (0...1).contains(number) else { throw .notSmoothness(value) }
            smoothness = Int(saturating: (number * 100).rounded())
        case .idle:
            if ["never", "none", "off"].contains(value) { return idle = nil }
            guard let time = Zoom.ease(value), Self.idles.contains(time) else { throw .notIdle(value) }
            idle = time
        case .click:
            if ["none", "off"].contains(value) { return click = nil }
            guard let click = Click(rawValue: value) else { throw .notClick(value) }
            self.click = click
        }
    }

    /// The words that ``init(words:)`` reads.
    public var words: [String] {
        if isOff { return ["off"] }
        return (size == 100 && self != .standard ? [] : ["size", "\(size)%"])
            + (smoothness == 0 ? [] : ["smooth", smoothnessText])
            + (idle.map { ["hide-idle", $0.secondsText] } ?? []) + (click.map { ["click", $0.rawValue] } ?? [])
    }

    private var smoothnessText: String {
        if smoothness == 100 { return "1" }
        return smoothness % 10 == 0 ? "0.\(smoothness / 10)" : "0.\(smoothness < 10 ? "0" : "")\(smoothness)"
    }
}
