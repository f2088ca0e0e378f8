import Foundation
import ReplayImporter
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport

/// A small movie made by the ffmpeg command line, and a library to import it into.
struct MovieFile {
    private let directory: TemporaryDirectory
    let library: RecordingLibrary
    let path: String

    static let frames = "-f lavfi -i testsrc2=s=128x72:r=25:d=2"
    static let tone = "-f lavfi -i sine=440:r=48000:d=2"
    static let x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10"

    /// - Parameters:
    ///   - name: The file's name. Its extension selects the container.
    ///   - options: The options of ffmpeg, separated by spaces.
    init(_ name: String, _ options: String) throws {
        try self.init(name)
        _ = try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + options.split(separator: " ").map(String.init) + [path])
    }

    /// Creates the library without a movie.
    init(_ name: String) throws {
        directory = try TemporaryDirectory("importer")
        library = try .open(home: directory.path("home"))
        path = directory.path(name)
    }

    func imported(name: String? = nil, takingPart: Bool = false) throws -> Recording {
        try MovieImporter(library: library).importMovie(at: path, name: name, takingPart: takingPart)
    }

    /// Truncates the file to `part` of its size, in 0...1.
    func truncate(to part: Double) throws {
        let url = URL(filePath: path)
        let bytes = try Data(contentsOf: url)
        try bytes.prefix(Int(Double(bytes.count) * part)).write(to: url)
    }

    /// The names of all entries of the library, complete or not.
    var leftovers: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: library.path) } }
}

extension Recording {
    var movie: MediaProbe { MediaProbe(path: path + "/" + Recording.movieName) }
}
