/// Which camera: a V4L2 device or, for tests, any input of FFmpeg's that is named with its format.
public struct CameraInput: Codable, Hashable, Sendable, CustomStringConvertible {
    /// FFmpeg's name of the kind of input.
    public let format: String
    /// What is opened: a device's or a file's path, or what the format makes of it.
    public let address: String

    /// FFmpeg's name of V4L2.
    static let deviceFormat = "video4linux2"

    /// Reads `/dev/video0`, `video0`, or `FORMAT:INPUT` such as `mpegts:/tmp/pipe`; nil for anything else.
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

    /// Whether it is a device of the kernel's.
    package var isDevice: Bool { format == Self.deviceFormat }

    /// As a user would name it.
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
