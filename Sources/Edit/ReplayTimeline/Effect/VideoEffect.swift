public import MediaTime

/// What is hidden of the frames of a range of the recording, and how.
public struct VideoEffect: Hashable, Sendable {
    /// How. Nothing of what is hidden can be recovered from what is shown instead.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nothing is left: it is black.
        case cover
        /// Colours that run into each other are left, made of four averages.
        case blur
        /// The same in squares.
        case pixelate
    }

    /// An image in the recording's folder.
    public struct Image: Hashable, Sendable {
        /// What the file's name begins with.
        package static let prefix = "cover-"
        /// The file's name: the prefix, and 32 hexadecimal digits that are made of its contents.
        public let name: String

        /// Nil for a name that is none of an image: no other file of a folder, and none elsewhere, can be meant.
        public init?(_ name: String) {
            let digits = name.utf8.dropFirst(Self.prefix.utf8.count)
            let hexadecimal = Set("0123456789abcdef".utf8)
            guard name.utf8.starts(with: Self.prefix.utf8), digits.count == 32, digits.allSatisfy(hexadecimal.contains)
            else { return nil }
            self.name = name
        }
    }

    /// How it is hidden.
    public let kind: Kind
    /// When, in the recording's own time.
    public let range: TimeRange
    /// What part of the frame; nil: all of it.
    public let rectangle: FrameRectangle?

    /// What is seen instead of what is covered; nil: nothing, it is black. Of other kinds there is none.
    public let image: Image?

    /// Sets its properties.
    public init(_ kind: Kind, _ range: TimeRange, _ rectangle: FrameRectangle? = nil, image: Image? = nil) {
        (self.kind, self.range, self.rectangle) = (kind, range, rectangle)
        self.image = kind == .cover ? image : nil
    }
}
