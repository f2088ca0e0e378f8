package import FFmpeg
package import MediaTime

/// The audio track of an export, produced step by step.
package protocol AudioOutput: AnyObject {
    var parameters: CodecParameters { get }
    /// The time base of the packets.
    var timeBase: Rational { get }
    /// Produces the packets up to `time` of the output.
    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws
    /// Produces the remaining packets.
    func finish(_ body: (Packet) throws -> Void) throws
}
