/// The look of the camera in a corner of the frame, or beside the screen.
public struct CameraLook: Hashable, Sendable {
    /// The shapes of the camera.
    public enum Shape: String, Hashable, Sendable, CaseIterable {
        /// The whole frame of the camera.
        case whole
        /// The whole frame with round corners.
        case rounded
        /// The middle of the frame as a circle.
        case circle
    }

    /// The shape.
    public var shape = Shape.whole
    /// True if left and right are exchanged, as in a mirror.
    public var isMirrored = false
    /// True if a white line is drawn at the edge.
    public var hasBorder = false
    /// True if the camera is smaller while a zoom acts: 70 % of its size.
    public var shrinks = false

    /// Creates the look of the whole frame without a line.
    public init() {}
}

extension CameraLook {
    /// The words that a user types, without those of the default look.
    var words: [String] {
        [
            shape == .whole ? nil : shape.rawValue, isMirrored ? "mirrored" : nil, hasBorder ? "border" : nil,
            shrinks ? "shrink" : nil,
        ].compactMap(\.self)
    }

    /// Applies a word.
    /// - Returns: False if the word has no meaning.
    mutating func apply(_ word: String) -> Bool {
        switch word {
        case Shape.rounded.rawValue: shape = .rounded
        case Shape.circle.rawValue: shape = .circle
        case "mirrored": isMirrored = true
        case "border": hasBorder = true
        case "shrink": shrinks = true
        default: return false
        }
        return true
    }
}
