import ArgumentParser
import Glibc
import ReplayCommandLine
import ReplayComposition
import ReplayRendering

/// The options for the output of an image.
struct ImageOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: """
            The output: a PNG or JPEG file, a folder for it, or - for standard output, as PNG. Default: the recording’s \
            name in this folder.
            """)
    var path: String?

    @Flag(help: "Overwrite existing files.")
    var force = false

    func validate() throws {
        guard let path, path != "-", !path.hasSuffix("/") else { return }
        if let ending = path.pathParts.name.ending, !(["png"] + Self.jpegEndings).contains(ending) {
            throw ValidationError("an image is a .png or .jpg file, not .\(ending)")
        }
    }

    /// Writes an image. Also shows it if standard output is a terminal that can display images.
    /// - Parameters:
    ///   - name: The file's name in a folder, without its extension.
    ///   - time: The time of the frame in the edit, or nil for an image of the whole edit.
    func write(
        _ image: RGBImage, name: String, of recording: Recording, at time: MediaTime? = nil, output: OutputOptions
    ) throws {
        if path == "-" {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw ValidationError("standard output is a terminal; name a file, or redirect it")
            }
            return Output.bytes(try image.png())
        }
        let path = OutputPath.resolved(path, name: name + ".png")
        let isJPEG = path.pathParts.name.ending.map(Self.jpegEndings.contains) ?? false
        let bytes = try isJPEG ? image.jpeg() : image.png()
        let file = try OutputFile.create(path, overwrites: force, sparing: ProtectedPaths(recording))
        try file.write(bytes)
        try file.commit()
        if output.json {
            return try Output.json(
                ImageReport(path: path, width: image.width, height: image.height, time: time?.seconds))
        }
        try TerminalImage.show(image.png)
        Output.path(path)
    }

    /// - Throws: `ValidationError` if the value of an option is out of range.
    static func check(_ option: String, value: Int, range: ClosedRange<Int>) throws {
        guard !range.contains(value) else { return }
        throw ValidationError("\(option) must be between \(range.lowerBound) and \(range.upperBound) (got \(value))")
    }

    private static let jpegEndings = ["jpg", "jpeg"]
}

private struct ImageReport: Encodable {
    let path: String
    let width: Int
    let height: Int
    let time: Double?
}

extension String {
    /// The extension of a file name in lower case, or nil if there is none.
    fileprivate var ending: String? {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot != startIndex else { return nil }
        let ending = self[index(after: dot)...]
        return ending.isEmpty ? nil : ending.lowercased()
    }
}
