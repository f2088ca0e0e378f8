/// What the tracks of a recording share with it: where their packets go, and the gate that they go through.
package struct SessionLink: Sendable {
    let queue: PacketQueue
    package let control = SessionControl()

    package init() { queue = PacketQueue() }

    /// - Parameter maxQueueBytes: see `PacketQueue`.
    init(maxQueueBytes: Int) { queue = PacketQueue(maxBytes: maxQueueBytes) }
}
