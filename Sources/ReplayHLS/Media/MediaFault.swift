/// Something in a media file that is not as its standard wants it.
package struct MediaFault: Sendable, Equatable {
    /// In bytes, from the file's beginning.
    package let offset: Int64
    package let found: String
    package let expected: String
}
