import Glibc

/// A text in a published file that reveals the library of recordings or the user's home folder.
struct PrivateTrace: CustomStringConvertible {
    /// True if the text certainly is such a trace.
    let isCertain: Bool
    /// The offset in the searched bytes.
    let offset: Int
    let description: String

    private static let paths = ["/home/", "/root/", "/.local/share/", "/recordings/", "file://", "REPLAY_HOME"]
    private static let files = ["recording.json", "events.jsonl", "edit.json"]
    private static let names = ["movie.mp4", "proxy.mp4"]

    init?(in bytes: ArraySlice<UInt8>) {
        let certain = (Self.paths + Self.files).lazy.compactMap { Self.find($0, in: bytes) }.first
        if let (text, place) = certain ?? Self.recordingID(bytes) {
            (isCertain, offset, description) = (true, place, "“\(text)”, which is private")
        } else if let (text, place) = Self.names.lazy.compactMap({ Self.find($0, in: bytes) }).first {
            (isCertain, offset, description) = (false, place, "“\(text)”, a name of a recording’s own files")
        } else {
            return nil
        }
    }

    private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> (String, Int)? {
        let needle = Array(text.utf8)
        let place = bytes.withUnsafeBytes { buffer -> Int? in
            guard let base = buffer.baseAddress else { return nil }
            var start = 0
            while let hit = memchr(base + start, Int32(needle[0]), buffer.count - start) {
                let place = base.distance(to: UnsafeRawPointer(hit))
                guard place + needle.count <= buffer.count else { return nil }
                if memcmp(hit, needle, needle.count) == 0 { return place }
                start = place + 1
            }
            return nil
        }
        return place.map { (text, $0) }
    }

    /// Finds a recording's id, such as `20261121-134502-6dk3x`: eight digits, six digits, five letters or digits.
    private static func recordingID(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
        let pattern = Array("00000000-000000-aaaaa".utf8)
        guard bytes.count >= pattern.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - pattern.count) where isDigit(bytes[start]) {
            let window = bytes[start..<(start + pattern.count)]
            if zip(window, pattern).allSatisfy(matches), window.suffix(5).contains(where: { !isDigit($0) }) {
                return (String(decoding: window, as: UTF8.self), start - bytes.startIndex)
            }
        }
        return nil
    }

    private static func matches(_ byte: UInt8, pattern: UInt8) -> Bool {
        switch pattern {
        case UInt8(ascii: "0"): isDigit(byte)
        case UInt8(ascii: "a"): isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        default: byte == pattern
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
