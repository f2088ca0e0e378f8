public import ArgumentParser
import Glibc
public import Replay
import ReplayCommandLine
import SystemPackage

/// What is exported, and where to.
struct ExportArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The recording: its id, its name, or the beginning of either. Default: the latest. After it, or alone, the output.",
            valueName: "recording"),
        completion: .recordings)
    var words: [String] = []

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The output: a file, or a folder to put it in. Default: the recording’s id, here.")
    var option: String?

    func validate() throws {
        guard words.count < 2 || option == nil else {
            throw ValidationError("“\(words[1])” and --output both name the output")
        }
        guard option != "-", words.count < 2 || words[1] != "-" else {
            throw ValidationError("a movie cannot go to standard output; give --output a file's name")
        }
    }

    /// The recording, and the output as it is written; nil: none is.
    ///
    /// A single word is the output where no recording is called so and it looks like a path.
    /// - Throws: `RecordingLookupError`, `FileSystemError`, `DocumentError`.
    func resolve(in library: RecordingLibrary) throws -> (recording: Recording, output: String?) {
        // Not in `validate`, for an unknown option is told first.
        guard words.count <= 2 else {
            throw ValidationError("“\(words[2])” is too much; write “replay export ID -o demo.mp4”")
        }
        guard let first = words.first else { return (try library.recording(matching: nil), option) }
        do {
            return (try library.recording(matching: first), words.count > 1 ? words[1] : option)
        } catch let error as RecordingLookupError {
            guard case .unknown = error, words.count == 1, option == nil, first.looksLikePath else { throw error }
            return (try library.recording(matching: nil), first)
        }
    }
}

/// Where an export goes.
enum OutputPath {
    /// - Parameters:
    ///   - path: as it is written; nil: the default.
    ///   - name: what the output is called in a folder.
    static func resolved(_ path: String?, name: String) -> String {
        guard let path else { return name }
        if path.utf8.last == UInt8(ascii: "/") { return path + name }
        return isFolder(path) ? "\(path)/\(name)" : path
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? Stat(path.cPath).type) == .directory
    }
}

extension String {
    /// Whether the last name of it has an ending, as the names of movies have.
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

/// Where `replay export` shows the camera, if anywhere.
struct CameraChoice: ExpressibleByArgument, CustomStringConvertible {
    /// Nil: nowhere.
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
