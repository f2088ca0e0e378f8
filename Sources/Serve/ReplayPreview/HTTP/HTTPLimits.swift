import NIOCore

/// The limits for clients of the server.
struct HTTPLimits: Sendable {
    /// The maximum size in bytes of all fields of a request's head.
    var headSize = 16 << 10
    /// The maximum number of connections. Another one is answered with 503 and closed.
    var connections = 256
    /// The maximum number of WebSockets, which also count as connections. Another one is answered with 503.
    var sockets = 16
    /// The maximum size in bytes of a WebSocket message.
    var messageSize = 64 << 10
    /// The maximum number of WebSocket messages that the service has not taken yet. One more closes the WebSocket.
    var unreadMessages = 64
    /// The maximum number of bytes that a WebSocket's client has not received yet. More close the WebSocket.
    var unsentSize = 4 << 20

    /// The timeout from the first byte of a head to its last.
    var headTime = TimeAmount.seconds(10)
    /// The timeout without a byte while the server waits for a request or more of its body.
    var idleTime = TimeAmount.seconds(60)
    /// The timeout for the client to receive `ResponseSender.partSize` bytes.
    var writeTime = TimeAmount.seconds(30)
    /// The timeout for the rest of a request after the connection's last response.
    var closeTime = TimeAmount.seconds(2)
    /// The timeout for a WebSocket's first message, the token.
    var tokenTime = TimeAmount.seconds(5)
    /// The interval between pings. A client that has sent nothing by the next ping is disconnected.
    var pingTime = TimeAmount.seconds(20)
}
