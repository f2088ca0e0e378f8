/// The status and the headers of an HTTP/1 response (RFC 9112), as far as a file's reader needs them.
struct HTTPResponseHead: Equatable {
    let status: Int
    /// In bytes, where it is said.
    let contentLength: Int64?
    let isChunked: Bool

    /// - Parameter text: all lines up to the empty one.
    init?(_ text: String) {
        let lines = text.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = PlaylistTag.integer(words[1]) else {
            return nil
        }
        self.status = status
        func value(_ name: String) -> String? {
            lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).filter { $0 != " " }.lowercased()
            }
        }
        contentLength = value("content-length").flatMap(PlaylistTag.integer).map(Int64.init)
        isChunked = value("transfer-encoding") != nil
    }
}
