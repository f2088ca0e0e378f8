import Foundation
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport

/// A recording in a library of its own. Its movie is a copy of a file of SampleMedia.
struct SampleRecording {
    private let directory: TemporaryDirectory
    let recording: Recording

    /// - Parameter movie: The movie; nil for SampleMedia/typing.mp4.
    init(movie: URL? = nil) throws {
        directory = try TemporaryDirectory("editor")
        let library = try RecordingLibrary.open(home: directory.path("home"))
        let (made, lock) = try library.create(RecordingFacts(id: .generate(), name: "sample", origin: .imported))
        try FileManager.default.copyItem(
            at: movie ?? Self.typing, to: URL(filePath: made.path).appending(path: Recording.movieName))
        withExtendedLifetime(lock) {}
        recording = made
    }

    private static let typing = ProjectFolder.url.appending(path: "SampleMedia/typing.mp4")

    func path(_ name: String) -> String { directory.path(name) }

    private func url(_ name: String) -> URL { URL(filePath: recording.path).appending(path: name) }

    /// The stored edit, or nil if there is none.
    var storedEdit: Data? { try? Data(contentsOf: url(EditDocument.fileName)) }

    func storeEdit(_ text: String) throws { try Data(text.utf8).write(to: url(EditDocument.fileName)) }

    var movieBytes: Data { get throws { try Data(contentsOf: url(Recording.movieName)) } }

    /// The names of all files of the recording.
    var names: Set<String> { get throws { Set(try FileManager.default.contentsOfDirectory(atPath: recording.path)) } }
}
