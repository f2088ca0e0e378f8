/// A decoder of the packets of one stream, in this process or in a sandbox. Use it from one thread at a time.
package protocol PacketDecoder: AnyObject {
    /// True if the process of the decoder has ended. Another decoder can take over after a seek.
    var hasEnded: Bool { get }

    /// Returns the next frame, or nil after the last one.
    /// - Parameters:
    ///   - skippingDamaged: True to skip packets that cannot be decoded, false to throw their errors.
    ///   - packet: Returns the next packet, or nil at the end. It is called only if a frame needs a packet.
    /// - Throws: `FFmpegError`, the errors of `packet`, and those of a sandbox.
    func nextFrame(skippingDamaged: Bool, _ packet: () throws -> Packet?) throws -> Frame?

    /// Drops the buffered data, after a seek or after the end.
    func reset()
}

extension PacketDecoder {
    /// Returns the next frame, or nil after the last one. Damaged packets throw their errors.
    package func nextFrame(_ packet: () throws -> Packet?) throws -> Frame? {
        try nextFrame(skippingDamaged: false, packet)
    }
}
