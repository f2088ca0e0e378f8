import HTTPTypes
import Hummingbird

/// The identity by which viewers are counted.
///
/// It is not the connection, because a player uses several. The player page sends a random number of its own. Other players
/// are told apart by their address and program.
struct Viewer: Hashable {
    private let name: String

    /// The header with the number of a player page.
    private static let header = HTTPField.Name("Replay-Viewer")
    private static let maxLength = 200

    init(_ request: Request, from address: String) {
        let page = Self.header.flatMap { request.headers[$0] }
        let name = page.map { "page " + $0 } ?? "\(address) \(request.headers[.userAgent] ?? "")"
        self.name = String(decoding: name.utf8.prefix(Self.maxLength), as: UTF8.self)
    }
}
