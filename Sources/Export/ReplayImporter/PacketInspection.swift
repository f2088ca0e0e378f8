import FFmpeg

/// Looks at the packets of one track for what a copy would not survive.
final class PacketInspection {
    /// The size of the frames changes within the movie, so that they cannot be copied into one track.
    struct SizeChange: Error {}

    private let parameters: CodecParameters
    private let sizes: PacketParser?
    /// The size of the frames so far.
    private var size: (width: Int, height: Int)?

    init(_ stream: StreamInfo, isCopied: Bool) throws {
        parameters = stream.parameters
        sizes = stream.kind == .video && isCopied ? try PacketParser.open(stream.parameters) : nil
    }

    /// - Throws: `SizeChange`.
    func check(_ packet: Packet) throws {
        guard packet.isKeyframe, let found = sizes?.size(of: packet) else { return }
        if let size, size != found { throw SizeChange() }
        size = found
    }

    /// Codecs whose packets never end in a run of zeros.
    private static let codecs: Set<String> = ["h264", "hevc", "aac"]
    /// The longest run of zeros at the end of a packet that is believed, in bytes.
    private static let maxZeros = 16

    /// A Boolean value that indicates whether a packet was overwritten by zeros, as a file system leaves them after a crash.
    func isZeroed(_ packet: Packet) -> Bool {
        guard Self.codecs.contains(parameters.codecName), packet.size > Self.maxZeros else { return false }
        return packet.withBytes { $0.suffix(Self.maxZeros).allSatisfy { $0 == 0 } }
    }
}
