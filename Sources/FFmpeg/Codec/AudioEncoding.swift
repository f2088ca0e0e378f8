/// Makes packets of audio, frame by frame. Used from one thread at a time.
package protocol AudioEncoding: AnyObject {
    /// How the stream is coded, for the muxer.
    var parameters: CodecParameters { get }
    /// Samples of each channel a frame must have, the last one excepted.
    var frameSize: Int { get }
    /// Encodes a frame, or nil for the end: every packet that comes of it.
    func packets(of frame: Frame?) -> SendReceive<Packet>
}

extension AACEncoder: AudioEncoding {}
extension Encoder: AudioEncoding {}
