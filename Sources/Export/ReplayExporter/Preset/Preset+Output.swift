import ReplayLibrary
import ReplayMovie

extension Preset.Format {
    /// As people write it.
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

    /// How the name of such a file may end; first comes what Replay gives.
    var extensions: [String] { self == .mp4 ? ["mp4", "m4v"] : [rawValue] }

    /// True if such a file has audio.
    package var hasAudio: Bool { self != .gif }

    /// True if such a file has frames.
    package var hasFrames: Bool { self != .m4a && self != .wav }

    /// True if frames and audio of a recording can be copied into such a file.
    var takesCopies: Bool { [.mp4, .mov, .mkv, .m4a].contains(self) }

    /// True if such a file can say that players turn its frames, or stretch its pixels.
    var tellsRotation: Bool { self == .mp4 || self == .mov }

    /// True if such a file can have captions as a track.
    var takesCaptions: Bool { self != .gif && hasFrames }

    /// The format of files whose names end so, in small letters; nil if Replay writes none.
    package init?(extension ending: String) {
        guard let format = Self.allCases.first(where: { $0.extensions.contains(ending) }) else { return nil }
        self = format
    }
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
    private static let movieExtensions: Set = [
        "mp4", "m4v", "mov", "mkv", "webm", "gif", "avi", "m3u8", "ts", "m4a", "wav", "mp3",
    ]

    private func possible(insteadOf other: String) -> String {
        let own =
            hls == nil
            ? "“\(name)” makes \(fileFormat.extensions.map { "." + $0 }.joined(separator: " or ")) files"
            : "“\(name)” makes a folder, whose name has no such extension"
        let fitting = Self.builtIn.first { $0.hls == nil && $0.fileFormat.extensions.contains(other) }
        if ["mp3", "aac", "ogg", "opus", "flac"].contains(other) {
            return "\(own); for audio alone write a file that ends with .m4a or .wav"
        }
        if let fitting { return "\(own), and --preset \(fitting.name) makes .\(other)" }
        guard hls == nil, Format(extension: other) == nil else { return own }
        return
            "\(own), and other names \(Format.allCases.dropFirst().map { "." + $0.rawValue }.joined(separator: ", "))"
    }

    /// The preset that makes a file of this name: itself, or itself in the format that the name's extension says. A preset
    /// for other codecs stays, and so does one for HLS.
    package func making(_ path: String) -> Preset {
        guard hls == nil, fileFormat.takesCopies || fileFormat == .wav,
            let format = Self.extension(of: path).flatMap(Format.init(extension:)), format.takesCopies || format == .wav
        else { return self }
        var made = self
        made.format = format
        return made
    }

    /// The preset of Replay's that makes files of this name with codecs of their own, as GIF and WebM have; nil: there is none.
    package static func special(for path: String) -> Preset? {
        guard let format = Self.extension(of: path).flatMap(Format.init(extension:)), !format.takesCopies else {
            return nil
        }
        return builtIn.first { $0.hls == nil && $0.fileFormat == format }
    }

    /// In small letters; nil for a name without one: “v1.2” has none.
    private static func `extension`(of path: String) -> String? {
        let name = path.withoutEndingSlashes.pathParts.name
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        let text = name[name.utf8.index(after: dot)...].lowercased()
        return text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } ? text : nil
    }
}
