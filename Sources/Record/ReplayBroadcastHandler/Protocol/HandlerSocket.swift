/// The place of the socket to the broadcast in a handler's process.
package enum HandlerSocket {
    /// The number of the handler's descriptor, and the environment variable with that number.
    package static let (number, variable) = (Int32(3), "REPLAY_HANDLER_SOCKET")
}
