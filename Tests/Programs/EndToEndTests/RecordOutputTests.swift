import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay record -o`: a recording and its export by one command.
@Suite struct RecordOutputTests {
    @Test("What was recorded is exported where it was asked for, and kept")
    func whatWasRecordedIsExported() throws {
        let place = try Workplace(screen: (320, 180))
        let outcome = try place.replay("record", "--audio", "none", "-d", "1s", "-o", "demo.mp4")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == "demo.mp4\n")
        #expect(outcome.errors.contains("kept as recording"))
        let movie = MediaProbe(path: place.folder.appending(path: "demo.mp4").path)
        #expect(try movie.frameTimes(of: "v:0").count > 0)
        #expect(try recordings(at: place).count == 1)
    }

    @Test("An output that cannot be is told before anything is recorded")
    func outputThatCannotBeIsToldBeforeAnything() throws {
        let place = try Workplace(screen: (320, 180))
        try Data("mine".utf8).write(to: place.folder.appending(path: "demo.mp4"))
        for (words, status) in [
            (["-o", "demo.mp4"], 73), (["-o", "missing/"], 73), (["-o", "x.mp4", "--preset", "nothing"], 66),
            (["-o", "x.mp4", "--detach"], 64), (["--preset", "original"], 64),
        ] as [([String], Int32)] {
            let outcome = try place.start(["record", "--audio", "none", "--duration", "1s"] + words).wait()
            #expect(outcome.status == status, "\(words): \(outcome.errors)")
        }
        #expect(try recordings(at: place).isEmpty)
        let forced = try place.replay("record", "--audio", "none", "--duration", "1s", "-o", "demo.mp4", "-y")
        #expect(forced.status == 0 && forced.output == "demo.mp4\n", "\(forced.errors)")
    }

    private func recordings(at place: Workplace) throws -> [String] {
        let folder = place.home.appending(path: "recordings").path
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }
}
