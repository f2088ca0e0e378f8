import NIOCore

/// How much, and how long, a client may ask of the server.
struct HTTPLimits: Sendable {
    /// Bytes of all fields of a request's head.
    var headSize = 16 << 10
    /// Connections at a time. Another one is answered with 503 and closed.
    var connections = 256
    /// WebSockets at a time, which are connections too. Another one is answered with 503.
    var sockets = 16
    /// Bytes of a message on a WebSocket.
    var messageSize = 64 << 10
    /// Messages of a WebSocket that its service has not taken yet. One more ends it.
    var unreadMessages = 64
    /// Bytes for a WebSocket that its client has not taken yet. More of them end it.
    var unsentSize = 4 << 20

    /// From the first byte of a head to its last.
    var headTime = TimeAmount.seconds(10)
    /// Without a byte while a request, or more of its body, is waited for.
    var idleTime = TimeAmount.seconds(60)
    /// For `ResponseSender.partSize` bytes to be taken by the client.
    var writeTime = TimeAmount.seconds(30)
    /// For the rest of a request after the connection's last response.
    var closeTime = TimeAmount.seconds(2)
    /// For a WebSocket's first message, the token.
    var tokenTime = TimeAmount.seconds(5)
    /// Between two pings. Who has answered nothing by the next one is gone.
    var pingTime = TimeAmount.seconds(20)
}
