/// The present use of a server.
struct HTTPActivity: Equatable, Sendable {
    /// The number of open connections, including WebSockets.
    var connections: Int
    /// The number of open WebSockets.
    var sockets: Int
    /// The time since the last WebSocket was closed or the last request answered. Zero while either is in progress.
    var idleTime: Duration
}
