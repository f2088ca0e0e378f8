import Foundation
import ReplayTestSupport
import Testing

/// Damaged movies of other programs, through all commands that read them. `REPLAY_TORTURE` multiplies their number, and
/// `REPLAY_SEED` repeats them.
struct MutatedMovieTests {
    private static let count = 12 * TortureTable.factor

    /// The commands after an import.
    private static let commands = [
        ["info"], ["still", "0.5", "-o", "a.png"], ["export", "-o", "a.mp4"], ["cut", "0.3..0.7"],
        ["export", "-o", "b.mp4"], ["export", "--preset", "hls-single", "-o", "hls"],
    ]

    @Test func `A damaged movie gives an error in a sentence, or an output that can be decoded`() throws {
        var random = SplitMix64.seeded()
        let folder = try TemporaryDirectory("mutated")
        let script = ProjectFolder.path("Scripts/media/mutated-movies")
        let made = try ChildProcess.tool([script, folder.url.path, "\(Self.count)", "\(random.next() % 1_000_000)"])
        let table = TortureTable()
        for line in String(decoding: made, as: UTF8.self).split(separator: "\n") {
            let file = String(line.prefix { $0 != " " })
            let kind = file.drop { $0 != "-" }.dropFirst()
            table.note("mutated \(kind)", loss: try test(folder.path(file), "\(line)") ? 0 : nil)
        }
        table.report()
    }

    /// - Returns: False if a command did something wrong.
    private func test(_ movie: String, _ description: String) throws -> Bool {
        let place = try Workplace()
        let imported = try place.start(["import", movie, "--partial", "--require-sandbox"]).wait()
        var isRight = check(imported, "\(description): import")
        guard imported.status == 0 else {
            let recordings = place.home.appending(path: "recordings").path
            let left = FileManager.default.fileExists(atPath: recordings) ? try place.names(in: "home/recordings") : []
            #expect(left.isEmpty, "\(description)")
            return isRight && left.isEmpty
        }
        for command in Self.commands {
            let outcome = try place.start(command).wait()
            isRight = check(outcome, "\(description): \(command)") && isRight
            guard outcome.status == 0, let output = command.last, command[0] == "export" else { continue }
            let path = output == "hls" ? place.path("hls/main.m3u8") : place.path(output)
            let frames = try MediaProbe(path: path).frameTimes(of: "v:0").count
            #expect(frames > 0, "\(description): \(command)")
            isRight = isRight && frames > 0
        }
        return isRight
    }

    /// Checks that a command ended by itself, with a reason if it failed.
    private func check(_ outcome: ChildProcess.Outcome, _ description: String) -> Bool {
        let last = outcome.errors.split(separator: "\n").last ?? ""
        let isRight = (0..<80).contains(outcome.status) && (outcome.status == 0 || last.hasPrefix("replay: "))
        #expect(isRight, "\(description): \(outcome.status), \(outcome.errors)")
        return isRight
    }
}
