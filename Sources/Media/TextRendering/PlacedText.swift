/// A text, and where it is drawn.
package struct PlacedText: Hashable, Sendable {
    /// Where.
    package enum Place: Hashable, Sendable, CaseIterable {
        case top, middle, bottom
    }

    /// Lines apart by line feeds; all characters are drawn as they are.
    package let text: String
    package let place: Place

    package init(_ text: String, _ place: Place) { (self.text, self.place) = (text, place) }
}
