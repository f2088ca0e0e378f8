public import MediaTime

/// A text that is shown over the frames of a range of the recording.
public struct Title: Hashable, Sendable {
    /// Where in the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// Near the upper edge.
        case top
        /// In the middle.
        case middle
        /// Near the lower edge, where captions are.
        case bottom
    }

    /// What is shown.
    public let text: TitleText
    /// When, in the recording's own time.
    public let range: TimeRange
    /// Where. It is that of the output's frame, however the recording's is cropped or turned.
    public let position: Position

    /// Sets its properties.
    public init(_ text: TitleText, _ range: TimeRange, _ position: Position = .bottom) {
        (self.text, self.range, self.position) = (text, range, position)
    }
}
