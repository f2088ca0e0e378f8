import FFmpeg

/// An inspection of one track's packets for properties that prevent a copy.
final class PacketInspection {
    /// An error that occurs if the size of the frames changes within the movie. They cannot be copied into one track.
    struct SizeChange: Error {}

    private let parameters: CodecParameters
    private let sizes: PacketParser?
    /// The size of the frames so far.
    private var size: (width: Int, height: Int)?

    init(_ stream: StreamInfo, isCopied: Bool) throws {
        parameters = stream.parameters
        sizes = stream.kind == .video && isCopied ? try PacketParser.open(stream.parameters) : nil
    }

    /// Checks the frame size of a keyframe.
    /// - Throws: `SizeChange` if it differs from the earlier size.
    func check(_ packet: Packet) throws {
        guard packet.isKeyframe, let found = sizes?.size(of: packet) else { return }
        if let size, size != found { throw SizeChange() }
        size = found
    }

    /// The codecs whose packets never end with a run of zeros.
    private static let codecs: Set<String> = ["h264", "hevc", "aac"]
    /// The length of a run of zeros at the end of a packet from which it counts as overwritten, in bytes.
    private static let maxZeros = 16

    /// Returns true if a packet was overwritten with zeros, which a file system may do after a crash.
    func isZeroed(_ packet: Packet) -> Bool {
        guard Self.codecs.contains(parameters.codecName), packet.size > Self.maxZeros else { return false }
        return packet.withBytes { $0.suffix(Self.maxZeros).allSatisfy { $0 == 0 } }
    }
}
