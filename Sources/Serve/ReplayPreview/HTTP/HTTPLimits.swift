/// The bounds of what a client may ask of the server.
struct HTTPLimits: Sendable {
    /// The size of all fields of a request's head, in bytes.
    var headSize = 16 << 10
    /// The number of connections at a time. Another connection is answered with 503 and closed.
    var connections = 256
    /// The number of connections at a time of viewers, and of other users and machines. The rest is for the owner.
    var viewerConnections = 128
    /// The number of viewers' event streams at a time.
    var viewerStreams = 12
    /// The time after which a connection that has sent no request may be closed in favour of another.
    var silentTime = Duration.seconds(1)
    /// The number of event streams at a time, which are connections too. Another stream is answered with 503.
    var streams = 16
    /// The size of events that a page has not taken yet, in bytes. More events end its stream.
    var unsentSize = 4 << 20

    /// The time from the first byte of a head to its last.
    var headTime = Duration.seconds(10)
    /// The time without a byte while a request, or more of its body, is awaited.
    var idleTime = Duration.seconds(60)
    /// The time in which a client takes some of what waits for it.
    var writeTime = Duration.seconds(30)
    /// The time for the rest of a request after the connection's last response.
    var closeTime = Duration.seconds(2)
    /// The time between two comments in an event stream.
    var pingTime = Duration.seconds(20)
}
