public import ArgumentParser
import Glibc
import ReplayCommandLine
import ReplayErrors
import ReplayRendering
import SystemPackage

/// The arguments of an export: the recording, its ranges, and the output.
struct ExportArguments: ParsableArguments {
    // Times from the end begin with a dash, like options.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The recording: see “replay --help”. Ranges may follow, and the output.",
            valueName: "recording"),
        completion: .recordings)
    var words: [String] = []

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The output: a file, or a folder for it. Default: the recording’s name in this folder.")
    var option: String?

    mutating func validate() throws {
        words = try OptionCheck.words(in: words)
        guard names.count < 2 || option == nil else {
            throw ValidationError(
                "one recording is exported at a time, and “\(names[1])” and --output both name the output")
        }
        guard option != "-", names.count < 2 || names[1] != "-" else {
            throw ValidationError("a movie cannot be written to standard output; give --output a file name")
        }
        guard names.count <= 2 else {
            throw ValidationError("unexpected argument “\(names[2])”; write “\(Self.line(names))”")
        }
    }

    /// Returns the command line of an export with the given names, and with a range if some of them look like it.
    private static func line(_ names: [String]) -> String {
        let times = names.dropFirst().filter { (try? TimePosition(parsing: $0)) != nil }
        let others = names.dropFirst().filter { !times.contains($0) }
        let range = times.count == 2 ? [times.joined(separator: "..")] : []
        let words = ["replay", "export", ShellWord.quoted(names[0])] + range + others.prefix(1).map(ShellWord.quoted)
        return words.joined(separator: " ")
    }

    /// Refuses an output that is a bare word and does not exist, because a name without an extension is rarely meant.
    /// - Throws: `ValidationError` with the likely intended command line.
    func checkOutput(_ preset: Preset) throws {
        guard preset.hls == nil, let word = names.count > 1 ? names[1] : option, !word.isEmpty, !word.hasByte("/"),
            !word.hasByte("."), (try? Stat(word.cPath, followTargetSymlink: false)) == nil
        else { return }
        let recording = names.first.map(ShellWord.quoted)
        let file =
            Self.kinds[word].map { "\(recording ?? "demo").\($0)" } ?? ShellWord.quoted(word + preset.defaultSuffix)
        let line = option == nil ? "replay export \(recording ?? "") \(file)" : "-o \(file)"
        throw ValidationError("“\(word)” has no extension that chooses the format; write “\(line)”")
    }

    /// The extensions of outputs, by common words for them.
    private static let kinds = [
        "gif": "gif", "webm": "webm", "mp4": "mp4", "mov": "mov", "mkv": "mkv", "m4a": "m4a", "wav": "wav",
        "mp3": "m4a",
        "aac": "m4a", "audio": "m4a", "video": "mp4", "h264": "mp4",
    ]

    /// The words that are not ranges: the recording, the output, or both.
    private var names: [String] { dotted.filter { !Self.isRange($0) } }

    /// The words, in which ranges after the recording that are written with a dash have two dots instead.
    private var dotted: [String] { words.prefix(1) + words.dropFirst().map { EditOrder.dottedRange($0) ?? $0 } }

    /// True if only parts of the recording are exported.
    var hasRanges: Bool { dotted.contains(where: Self.isRange) }

    private var ranges: [TimePositionRange] {
        get throws { try dotted.filter(Self.isRange).map { try TimePositionRange(parsing: $0) } }
    }

    /// Returns true for a word with two dots that is not a path, such as `../demo.mp4`, `..` or `a..b.mp4`.
    private static func isRange(_ word: String) -> Bool {
        word.rangeDots != nil && word.utf8.count > 2 && !word.hasByte("/") && !Output.isMovieName(word)
    }

    /// Returns the recording, the ranges, and the output as given, or nil if no output is given.
    ///
    /// A single word is the output if no recording has this name and it looks like a path.
    /// - Throws: `RecordingLookupError`, `FileSystemError`, `DocumentError`, `TimecodeError`, `ValidationError`.
    func resolve(
        in library: RecordingLibrary
    ) throws -> (recording: Recording, ranges: [TimePositionRange], output: String?) {
        let (names, ranges) = (names, try ranges)
        guard let first = names.first else { return (try library.recording(matching: nil), ranges, option) }
        if names.count == 2, library.isName(first), library.isName(names[1]) {
            let line = ShellWord.quoted(names[1])
            throw ValidationError(
                "“\(names[1])” is also a recording, and one is exported at a time: “replay export \(line)”")
        }
        do {
            return (try library.recording(matching: first), ranges, names.count > 1 ? names[1] : option)
        } catch let error as RecordingLookupError {
            guard case .unknown = error, option == nil, first.looksLikePath else { throw error }
            if names.count == 2, library.has(names[1]) {
                let line = [names[1], first].map(ShellWord.quoted).joined(separator: " ")
                throw ValidationError("the recording comes before the output; write “replay export \(line)”")
            }
            guard names.count == 1 else { throw error }
            // `export demo.mp4` means the recording of that name, and not the latest one.
            let named = library.isName(first.withoutExtension) ? first.withoutExtension : nil
            return (try library.recording(matching: named), ranges, first)
        }
    }
}

extension EditSession {
    /// Returns the edit reduced to these ranges of the recording.
    /// - Returns: The session's own edit if there are no ranges.
    /// - Throws: `TimecodeError`, and `EditError` if nothing is left.
    func part(_ ranges: [TimePositionRange]) throws -> Edit {
        guard !ranges.isEmpty else { return edit }
        let kept = try ranges.map { try resolve($0) }.sorted { $0.start < $1.start }
        var (cuts, end) = ([EditOperation](), MediaTime.zero)
        for range in kept {
            if end < range.start { cuts.append(.cut(TimeRange(start: end, end: range.start))) }
            end = max(end, range.end)
        }
        if end < edit.duration { cuts.append(.cut(TimeRange(start: end, end: edit.duration))) }
        return try edit.applying(cuts)
    }
}

/// The path of an export's output.
enum OutputPath {
    /// Returns the path of the output file.
    /// - Parameters:
    ///   - path: The path as given, or nil for the default.
    ///   - name: The file's name if the path is a folder.
    static func resolved(_ path: String?, name: String) -> String {
        guard let path else { return name }
        if path.utf8.last == UInt8(ascii: "/") { return path + name }
        return isFolder(path) ? "\(path)/\(name)" : path
    }

    static func isFolder(_ path: String) -> Bool {
        // A path without a status is not a folder. Creating the file then reports the reason.
        (try? Stat(path.cPath).type) == .directory
    }
}

extension String {
    /// True if the last component of the path has an extension, like the name of a movie.
    fileprivate var looksLikePath: Bool {
        let name = pathParts.name.utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        let ending = name[name.index(after: dot)...]
        return (2...5).contains(ending.count) && ending.allSatisfy(Self.alphanumerics.contains)
    }

    private static let alphanumerics = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
}

extension RenderMethod: ExpressibleByArgument {}
extension AudioRenderMethod: ExpressibleByArgument {}
extension CaptionMethod: ExpressibleByArgument {}

/// The position of the camera in an export, if it is shown.
struct CameraChoice: ExpressibleByArgument, CustomStringConvertible {
    /// The placement, or nil to hide the camera.
    let placement: CameraPlacement?

    static let standard = CameraChoice(placement: .standard)

    private init(placement: CameraPlacement?) { self.placement = placement }

    init?(argument: String) {
        let placement = CameraPlacement(argument)
        guard placement != nil || argument == "none" else { return nil }
        self.placement = placement
    }

    var description: String { placement?.description ?? "none" }

    var defaultValueDescription: String { description }

    static var allValueStrings: [String] { CameraPlacement.Corner.allCases.map(\.rawValue) + ["none"] }
}
