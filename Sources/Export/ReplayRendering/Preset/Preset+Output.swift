import ReplayLibrary
import ReplayMovie

extension Preset.Format {
    /// The common name of the format.
    package var title: String {
        switch self {
        case .mp4: "MP4"
        case .mov: "QuickTime"
        case .mkv: "Matroska"
        case .webm: "WebM"
        case .gif: "GIF"
        case .m4a: "M4A"
        case .wav: "WAV"
        }
    }

    /// FFmpeg's name of the muxer.
    var muxer: String {
        switch self {
        case .mkv: "matroska"
        case .m4a: "ipod"
        case .mp4, .mov, .webm, .gif, .wav: rawValue
        }
    }

    /// The file name extensions of the format. The first one is Replay's default.
    package var extensions: [String] { self == .mp4 ? ["mp4", "m4v"] : [rawValue] }

    /// True if a file of this format has audio.
    package var hasAudio: Bool { self != .gif }

    /// True if a file of this format has video.
    package var hasFrames: Bool { self != .m4a && self != .wav }

    /// True if frames and audio of a recording can be copied into a file of this format.
    var takesCopies: Bool { [.mp4, .mov, .mkv, .m4a].contains(self) }

    /// True if a file of this format can store a rotation and a pixel aspect ratio.
    var tellsRotation: Bool { self == .mp4 || self == .mov }

    /// True if a file of this format can have a caption track.
    var takesCaptions: Bool { self != .gif && hasFrames }

    /// Returns the format for a file name extension in lower case, or nil if Replay does not write such files.
    package init?(extension ending: String) {
        guard let format = Self.allCases.first(where: { $0.extensions.contains(ending) }) else { return nil }
        self = format
    }
}

extension Preset {
    /// The format of the file, or of the files in a folder.
    public var fileFormat: Format { format ?? .mp4 }

    /// A description of the output as a noun with its article, or nil if it is an MP4 file.
    package var otherThanMP4: String? {
        if hls != nil { return "a folder for HLS" }
        return fileFormat == .mp4 ? nil : "a \(fileFormat.title) file"
    }

    /// The suffix of an output without a given name. It follows the recording's id.
    package var defaultSuffix: String { hls == nil ? fileSuffix : "-hls" }

    /// The file name extension with its dot, for example “.mp4”. It is empty for a folder.
    package var fileSuffix: String { hls == nil ? "." + fileFormat.rawValue : "" }

    /// Checks that the extension of an output's name matches the preset.
    /// - Throws: `ExportError.wrongExtension` if the extension belongs to another format.
    package func check(output path: String) throws(ExportError) {
        guard let found = Self.extension(of: path) else { return }
        if hls == nil ? fileFormat.extensions.contains(found) : !Self.movieExtensions.contains(found) { return }
        throw .wrongExtension(path, possible: possible(insteadOf: found))
    }

    /// The extensions that name a file and must not be given to a folder.
    private static let movieExtensions: Set = [
        "mp4", "m4v", "mov", "mkv", "webm", "gif", "avi", "m3u8", "ts", "m4a", "wav", "mp3",
    ]

    private func possible(insteadOf other: String) -> String {
        let own =
            hls == nil
            ? "“\(name)” makes \(fileFormat.extensions.map { "." + $0 }.joined(separator: " or ")) files"
            : "“\(name)” makes a folder, whose name must not have such an extension"
        let fitting = Self.builtIn.first { $0.hls == nil && $0.fileFormat.extensions.contains(other) }
        if ["mp3", "aac", "ogg", "opus", "flac"].contains(other) {
            return "\(own); for audio alone write a file that ends with .m4a or .wav"
        }
        if let fitting { return "\(own), and --preset \(fitting.name) makes .\(other)" }
        guard hls == nil, Format(extension: other) == nil else { return own }
        return
            "\(own), and other extensions choose \(Format.allCases.dropFirst().map { "." + $0.rawValue }.joined(separator: ", "))"
    }

    /// Returns the preset with the format that the extension of `path` indicates. A preset for HLS, or one with other
    /// codecs, does not change.
    package func making(_ path: String) -> Preset {
        guard hls == nil, fileFormat.takesCopies || fileFormat == .wav,
            let format = Self.extension(of: path).flatMap(Format.init(extension:)), format.takesCopies || format == .wav
        else { return self }
        var made = self
        made.format = format
        return made
    }

    /// Returns the built-in preset for files with this extension that have their own codecs, such as GIF and WebM.
    /// Returns nil if there is none.
    package static func special(for path: String) -> Preset? {
        guard let format = Self.extension(of: path).flatMap(Format.init(extension:)), !format.takesCopies else {
            return nil
        }
        return builtIn.first { $0.hls == nil && $0.fileFormat == format }
    }

    /// Returns the extension in lower case, or nil if the name has none. The name “v1.2” has none, because an extension
    /// contains a letter.
    private static func `extension`(of path: String) -> String? {
        let name = path.withoutEndingSlashes.pathParts.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        let text = name[name.utf8.index(after: dot)...].lowercased()
        return text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } ? text : nil
    }
}
