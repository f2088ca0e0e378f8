public import MediaTime

/// An effect that hides a part of the frame in a range of the recording.
public struct VideoEffect: Hashable, Sendable {
    /// The ways to hide. The hidden content cannot be recovered from the result.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Covers the part with black, or with an image.
        case cover
        /// Fills the part with a gradient between the averages of its four quadrants.
        case blur
        /// Fills the part with squares in the colours of the same gradient.
        case pixelate
    }

    /// An image in the recording's folder.
    public struct Image: Hashable, Sendable {
        /// The prefix of the file's name.
        package static let prefix = "cover-"
        /// The file's name: the prefix and 32 hexadecimal digits derived from the file's contents.
        public let name: String

        /// Creates an image, or returns nil if the name is not valid, so that no other file can be named.
        public init?(_ name: String) {
            let digits = name.utf8.dropFirst(Self.prefix.utf8.count)
            let hexadecimal = Set("0123456789abcdef".utf8)
            guard name.utf8.starts(with: Self.prefix.utf8), digits.count == 32, digits.allSatisfy(hexadecimal.contains)
            else { return nil }
            self.name = name
        }

        private init(digits: String) { name = Self.prefix + digits }

        /// An image that stands for another one, which is not yet known.
        package static let placeholder = Image(digits: String(repeating: "0", count: 32))
    }

    /// The way to hide.
    public let kind: Kind
    /// The range, in the recording's time.
    public let range: TimeRange
    /// The part of the frame, or nil for all of it.
    public let rectangle: FrameRectangle?

    /// The image to show instead of the covered part, or nil for black. Always nil for other kinds.
    public let image: Image?

    /// Creates an effect. `image` is ignored unless `kind` is ``Kind/cover``.
    public init(_ kind: Kind, during range: TimeRange, in rectangle: FrameRectangle? = nil, image: Image? = nil) {
        (self.kind, self.range, self.rectangle) = (kind, range, rectangle)
        self.image = kind == .cover ? image : nil
    }
}
