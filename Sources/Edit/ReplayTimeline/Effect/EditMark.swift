public import MediaTime

/// An instant of the recording at which a chapter of the edit begins. Marks that were set during recording are not
/// included: they are events of the recording.
public struct EditMark: Hashable, Sendable {
    /// The instant, in the recording's time.
    public let time: MediaTime
    /// The name, or nil if the mark has none.
    public let name: TitleText?

    /// Creates a mark.
    public init(_ time: MediaTime, name: TitleText? = nil) { (self.time, self.name) = (time, name) }
}

extension TitleText {
    /// Creates a text from any text. Control characters become spaces, and the text is truncated to the maximum length.
    /// - Returns: The text, or nil if the rest is not a valid title.
    public init?(cleaning text: String) {
        let scalars = text.unicodeScalars.prefix(Self.maxLength)
            .map { $0.properties.generalCategory == .control ? " " : $0 }
        guard scalars.contains(where: { !$0.properties.isWhitespace }),
            // Only asks whether the text is a valid title.
            let text = try? TitleText(validating: String(String.UnicodeScalarView(scalars)))
        else { return nil }
        self = text
    }
}
