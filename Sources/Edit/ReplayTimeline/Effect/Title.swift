public import MediaTime

/// A text that is shown over the frames of a range of the recording.
public struct Title: Hashable, Sendable {
    /// The positions of a title in the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// Near the upper edge.
        case top
        /// In the middle.
        case middle
        /// Near the lower edge, where captions are.
        case bottom
    }

    /// The text.
    public let text: TitleText
    /// The range, in the recording's time.
    public let range: TimeRange
    /// The position in the output's frame. A crop or a rotation does not move it.
    public let position: Position

    /// Creates a title.
    public init(_ text: TitleText, during range: TimeRange, at position: Position = .bottom) {
        (self.text, self.range, self.position) = (text, range, position)
    }
}
