import FFmpeg
import ReplayLibrary
import ReplayMovie

/// How playlists name H.264.
enum AVCCodec {
    /// `avc1.` and profile, constraints and level in hexadecimal (RFC 6381, 3.3).
    static func name(_ parameters: CodecParameters) throws -> String {
        let bytes = parameters.extradata
        // A recording has the box of MP4, an encoder gives start codes.
        guard let sets = AVCConfiguration(bytes) ?? AVCConfiguration(startCoded: bytes) else {
            throw FFmpegError(.invalidData, operation: "write", subject: "frames that are not H.264")
        }
        return "avc1." + sets.bytes[1..<4].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
