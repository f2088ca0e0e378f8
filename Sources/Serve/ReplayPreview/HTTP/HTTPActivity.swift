/// How much a server is used.
struct HTTPActivity: Equatable, Sendable {
    /// That are open, WebSockets among them.
    var connections: Int
    /// WebSockets that are open.
    var sockets: Int
    /// Since the last WebSocket was closed and the last request answered; zero while there is either.
    var idleTime: Duration
}
