import ReplayLibrary
import ReplayMovie

extension Preset.Format {
    /// As people write it.
    package var title: String {
        switch self {
        case .mp4: "MP4"
        case .webm: "WebM"
        case .gif: "GIF"
        }
    }

    /// How the name of such a file may end; first comes what Replay gives.
    var extensions: [String] { self == .mp4 ? ["mp4", "m4v"] : [rawValue] }

    /// Whether such a file has audio.
    package var hasAudio: Bool { self != .gif }
}

extension Preset {
    /// The kind of file that is made, or of those in a folder.
    public var fileFormat: Format { format ?? .mp4 }

    /// What it makes that is no MP4 file, as a noun; nil: it makes one.
    package var otherThanMP4: String? {
        if hls != nil { return "a folder for HLS" }
        return fileFormat == .mp4 ? nil : "a \(fileFormat.title) file"
    }

    /// What an output is called where nobody gives it a name: an id with this behind it.
    package var defaultSuffix: String { hls == nil ? fileSuffix : "-hls" }

    /// “.mp4” and the like; of a folder nothing.
    package var fileSuffix: String { hls == nil ? "." + fileFormat.rawValue : "" }

    /// - Throws: `ExportError.wrongExtension` where the name of an output says that it is what the preset does not make.
    package func check(output path: String) throws(ExportError) {
        guard let found = Self.extension(of: path) else { return }
        if hls == nil ? fileFormat.extensions.contains(found) : !Self.movieExtensions.contains(found) { return }
        throw .wrongExtension(path, possible: possible(insteadOf: found))
    }

    /// Files that are no folders.
    private static let movieExtensions: Set = ["mp4", "m4v", "mov", "mkv", "webm", "gif", "avi", "m3u8", "ts"]

    private func possible(insteadOf other: String) -> String {
        let own =
            hls == nil
            ? "“\(name)” makes \(fileFormat.extensions.map { "." + $0 }.joined(separator: " or ")) files"
            : "“\(name)” makes a folder, whose name has no such extension"
        let fitting = Self.builtIn.first { $0.hls == nil && $0.fileFormat.extensions.contains(other) }
        return fitting.map { "\(own), and --preset \($0.name) makes .\(other)" } ?? own
    }

    /// In small letters; nil for a name without one: “v1.2” has none.
    private static func `extension`(of path: String) -> String? {
        let name = path.withoutEndingSlashes.pathParts.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        let text = name[name.utf8.index(after: dot)...].lowercased()
        return text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } ? text : nil
    }
}
