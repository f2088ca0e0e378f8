package import MediaTime
package import ReplayTimeline
package import TextRendering

/// A text that is drawn over the frames of a range of the recording.
package struct DrawnText: Sendable, Hashable {
    package let text: PlacedText
    package let range: TimeRange
}

extension DrawnText {
    package init(_ title: Title) {
        let place: PlacedText.Place =
            switch title.position {
            case .top: .top
            case .middle: .middle
            case .bottom: .bottom
            }
        self.init(text: PlacedText(title.text.text, at: place), range: title.range)
    }
}
