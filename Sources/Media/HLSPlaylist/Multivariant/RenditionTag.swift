/// EXT-X-MEDIA (RFC 8216, 4.3.4.1).
package struct RenditionTag: Sendable, Equatable {
    package let attributes: AttributeList

    package init(_ attributes: AttributeList) { self.attributes = attributes }

    /// The type: `AUDIO`, `VIDEO`, `SUBTITLES` or `CLOSED-CAPTIONS`.
    package var type: String { attributes["TYPE"] ?? "" }
    package var group: String? { attributes["GROUP-ID"] }
    package var name: String? { attributes["NAME"] }
    package var uri: String? { attributes["URI"] }
    package var isDefault: Bool { attributes["DEFAULT"] == "YES" }
}
