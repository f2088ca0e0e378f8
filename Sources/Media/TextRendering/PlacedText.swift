/// A text and its place in the frame.
package struct PlacedText: Hashable, Sendable {
    /// The vertical place in the frame.
    package enum Place: Hashable, Sendable, CaseIterable {
        case top, middle, bottom
    }

    /// The text, with lines separated by line feeds. All characters are drawn literally.
    package let text: String
    package let place: Place

    package init(_ text: String, at place: Place) { (self.text, self.place) = (text, place) }
}
