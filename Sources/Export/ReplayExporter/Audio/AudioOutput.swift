import FFmpeg
import MediaTime

/// The audio track of an export, made bit by bit.
protocol AudioOutput: AnyObject {
    var parameters: CodecParameters { get }
    /// Of the packets' times.
    var timeBase: Rational { get }
    /// Makes the packets up to `time` of the output.
    func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws
    /// Makes the rest.
    func finish(_ body: (Packet) throws -> Void) throws
}
