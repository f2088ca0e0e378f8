import Foundation
import Replay
import ReplayTestSupport
import Testing

/// A display that can be opened and then never sends an image.
@Suite(.timeLimit(.minutes(30)), .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
struct SilentDisplayTests {
    private let place: Workplace

    init() throws { place = try Workplace(screen: (320, 180)) }

    /// Records from the silent display, and expects one sentence and no process that is left.
    private func expectNoFrame(_ options: String...) throws {
        place.variables["LD_PRELOAD"] = try PreloadedLibrary.silentDisplay.path()
        // `record` waits for the end of its recorder.
        let outcome = try place.start(["record", "--audio", "none", "--log", place.path("log")] + options).wait()
        place.variables["LD_PRELOAD"] = nil
        #expect(outcome.status == 69)
        #expect(outcome.errors == "replay: the display has not answered for 20 s\n")
        let log = try String(contentsOfFile: place.path("log"), encoding: .utf8)
        #expect(log.contains(" error the recording could not begin: the display has not answered for 20 s\n"), "\(log)")
    }

    @Test("A display that sends no first frame within 20 s ends “replay record”, and leaves no recording")
    func newRecording() throws {
        try expectNoFrame()
        // Read without a command, which would remove what is left.
        let names = try FileManager.default.contentsOfDirectory(atPath: place.home.path + "/recordings")
        #expect(names.filter { !$0.hasPrefix(".") }.isEmpty, "\(names)")
        #expect(try place.replay("list", "--json").output.filter { !$0.isWhitespace } == "[]")
    }

    @Test("A recording that was to be resumed from such a display is as it was")
    func resumedRecording() throws {
        #expect(try place.replay("record", "--audio", "none", "--duration", "500ms").status == 0)
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        let before = try files(of: recording)
        try expectNoFrame("--resume", recording.id.description)
        #expect(try files(of: recording) == before)
        #expect(try place.replay("list").errors.isEmpty)
    }

    /// The files that hold the recording; the log has grown.
    private func files(of recording: Recording) throws -> [String: Data] {
        let names = ["movie.mp4", "recording.json", "events.jsonl"]
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(fileURLWithPath: recording.path + "/" + name)))
            })
    }
}
