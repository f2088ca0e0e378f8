/// The look of the shortcuts that an edit shows.
public struct KeysLook: Hashable, Sendable {
    /// The place of the shortcuts in the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// Above the lower edge.
        case bottom
        /// Below the upper edge.
        case top
    }

    /// The place in the frame.
    public internal(set) var position = Position.bottom
    /// The height of a key, in percent of the frame's shorter side, in 3% to 20%.
    public internal(set) var size = Self.standardSize

    /// The valid sizes, in hundredths of a percent.
    public static let sizes = 300...2000
    private static let standardSize = Percentage(hundredths: 700) ?? .zero

    /// True if shortcuts are not shown.
    public internal(set) var isOff = false

    /// Creates the standard look: at the bottom, with a height of 7%.
    public init() {}
}

extension KeysLook {
    /// Reads words such as `top`, `top size 9%` or `off`.
    /// - Returns: Nil if a word has no meaning.
    public init?(words: some Sequence<String>) {
        let words = words.flatMap { $0.dividedProperty(["size"]) }
        guard words != ["off"] else {
            isOff = true
            return
        }
        for (place, word) in words.enumerated() {
            if let position = Position(rawValue: word) {
                self.position = position
            } else if let size = Percentage(word), Self.sizes.contains(size.hundredths) {
                self.size = size
            } else if word != "size" || place + 1 == words.count {
                return nil
            }
        }
    }

    /// The words that ``init(words:)`` reads.
    public var words: [String] {
        if isOff { return ["off"] }
        return [position.rawValue] + (size == Self.standardSize ? [] : ["size", size.description])
    }
}
