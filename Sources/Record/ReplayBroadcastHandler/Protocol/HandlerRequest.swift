/// A message of a handler: one JSON object in one packet, with exactly one of these keys. See docs/HANDLER.md.
package struct HandlerRequest: Codable, Equatable, Sendable {
    /// The version of the protocol. The first message of a handler.
    package var ready: Int?
    /// The number of a frame's buffer that the handler no longer reads.
    package var release: Int?
    /// The reason for which the handler ends the broadcast.
    package var finish: String?

    /// The version of the protocol.
    package static let version = 1
    /// The maximum length of a message, in bytes.
    package static let maxLength = 4096

    package init(ready: Int? = nil, release: Int? = nil, finish: String? = nil) {
        (self.ready, self.release, self.finish) = (ready, release, finish)
    }

    /// True if exactly one key is set.
    package var isValid: Bool { [ready != nil, release != nil, finish != nil].count { $0 } == 1 }
}
