/// A camera: a V4L2 device or, for tests, any input of FFmpeg that is named with its format.
public struct CameraInput: Codable, Hashable, Sendable, CustomStringConvertible {
    /// FFmpeg's name of the input format.
    public let format: String
    /// The input to open: the path of a device or a file, or another address that the format accepts.
    public let address: String

    /// FFmpeg's name of the V4L2 format.
    static let deviceFormat = "video4linux2"

    /// Parses `/dev/video0`, `video0`, or `FORMAT:INPUT` such as `mpegts:/tmp/pipe`. Nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= 4096,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        if text.hasPrefix("/") {
            (format, address) = (Self.deviceFormat, text)
        } else if text.hasPrefix("video"), Self.isNumber(text.dropFirst(5)) {
            (format, address) = (Self.deviceFormat, "/dev/" + text)
        } else {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isFormat(parts[0]), !parts[1].isEmpty else { return nil }
            (format, address) = (parts[0] == "v4l2" ? Self.deviceFormat : String(parts[0]), String(parts[1]))
        }
    }

    /// True if the camera is a V4L2 device.
    package var isDevice: Bool { format == Self.deviceFormat }

    /// The camera as a user would name it.
    public var description: String { isDevice ? address : "\(format):\(address)" }

    private static func isNumber(_ text: Substring) -> Bool {
        (1...3).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isFormat(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
