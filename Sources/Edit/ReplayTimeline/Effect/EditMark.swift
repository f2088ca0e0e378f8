public import MediaTime

/// An instant of the recording at which a chapter of the edit begins. Those that were set while it was recorded are not among
/// them: they are events of the recording.
public struct EditMark: Hashable, Sendable {
    /// In the recording's own time.
    public let time: MediaTime
    /// What it is called; nil: it has no name.
    public let name: TitleText?

    /// Sets its properties.
    public init(_ time: MediaTime, _ name: TitleText? = nil) { (self.time, self.name) = (time, name) }
}

extension TitleText {
    /// The text without what a title cannot have: control characters become spaces, and what is too long is cut off.
    /// - Returns: nil where nothing is left of it.
    public init?(cleaning text: String) {
        let scalars = text.unicodeScalars.prefix(Self.maxLength)
            .map { $0.properties.generalCategory == .control ? " " : $0 }
        guard scalars.contains(where: { !$0.properties.isWhitespace }),
            let text = try? TitleText(validating: String(String.UnicodeScalarView(scalars)))
        else { return nil }
        self = text
    }
}
