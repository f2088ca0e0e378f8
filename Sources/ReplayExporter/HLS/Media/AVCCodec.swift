import FFmpeg
import ReplayMovie

/// How playlists name H.264.
enum AVCCodec {
    /// The `avcC` box of a stream, of whichever form the encoder gave it in.
    static func configuration(_ parameters: CodecParameters) throws -> [UInt8] {
        let bytes = parameters.extradata
        guard let sets = AVCConfiguration(bytes) ?? AVCConfiguration(startCoded: bytes) else {
            throw FFmpegError(.invalidData, operation: "write", subject: "pictures that are not H.264")
        }
        return sets.bytes
    }

    /// `avc1.` and profile, constraints and level in hexadecimal (RFC 6381, 3.3).
    static func name(_ configuration: [UInt8]) -> String {
        "avc1." + configuration[1..<4].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
