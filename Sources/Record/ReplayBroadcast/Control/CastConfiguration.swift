package import ReplayLibrary

/// The settings of a `replay-cast` process. It gets them as one line of JSON on its standard input, because they
/// contain the key.
package struct CastConfiguration: Codable, Sendable {
    /// The recording to send.
    package let recording: RecordingID
    /// The library's home; nil for the default.
    package let home: String?
    /// The target, and what it gets.
    package var target: BroadcastController.Configuration
}
