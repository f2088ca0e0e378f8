import Foundation
import ReplayTestSupport
import Testing

/// Checks movies of phones, cameras and other encoders, in the folder that `REPLAY_CORPUS` names.
/// `Scripts/media/corpus` downloads some. For each movie, a line that begins with “corpus” states the result.
@Suite(.enabled(if: Corpus.folder != nil), .timeLimit(.minutes(60))) struct CorpusTests {
    /// The largest number of decoded pixels that is held in memory.
    private static let maxPixels = 1_500_000_000

    @Test("A movie is cut by its own parameter sets, encoded as a whole, or refused", arguments: Corpus.movies)
    func cut(name: String) throws {
        let file = try #require(Corpus.folder).appending(path: name)
        let place = try Workplace()
        let imported = try place.replay("import", file.path)
        guard imported.status == 0 else {
            #expect(imported.status == 65 && imported.errors.hasPrefix("replay: "), "\(imported.errors)")
            return tell(name, "refused: \(imported.errors)")
        }
        let path = place.recordingFolder(imported.line).appending(path: "movie.mp4").path
        let facts = try ChildProcess([JudgeProgram.ffprobe, "-v", "error", "-show_streams", path]).wait()
        guard facts.errors.isEmpty else { return try tellDamage(facts.errors, of: name, imported.line, in: place) }
        let size = try #require(try MediaProbe(path: path).streams().first { $0.kind == "video" })
        let pixels = try PacketFacts.frames(of: path).count * size.width * size.height
        guard pixels <= Self.maxPixels else { return tell(name, "not tried: it has too many pixels") }
        let decoded = try ChildProcess(
            ["ffmpeg", "-v", "error", "-y", "-nostdin", "-copyts", "-i", path] + DecodedFrames.options + ["/dev/null"]
        ).wait(limit: 600)
        guard decoded.errors.isEmpty else {
            return try tellDamage(decoded.errors, of: name, imported.line, in: place)
        }
        try judge(name, try HardEdit(file, isNumbered: false))
    }

    private func judge(_ name: String, _ edit: HardEdit) throws {
        for cuts in HardCuts.random {
            try edit.with(cuts) {
                let plan = try edit.plan("auto")
                let isSmart = plan.rendering == "smart"
                // A high dynamic range is converted to other values, so the likeness is lower.
                let export = try edit.export("auto", likeness: isSmart ? 40 : 12)
                let copied = isSmart ? edit.copied(in: export) : 0
                let isWhole = edit.complaint.contains("all frames are encoded")
                if isSmart { #expect(isWhole || copied >= plan.copiedFrames) }
                let how = isWhole ? edit.complaint : plan.obstacle ?? "smart"
                tell(name, "\(how): \(copied) of \(plan.allFrames) frames copied, cut \(cuts)")
            }
        }
    }

    /// Expects that a damaged movie gives an error, or a file that can be read. The result is not known in advance.
    private func tellDamage(_ damage: String, of name: String, _ id: String, in place: Workplace) throws {
        let outcome = try place.replay("export", id, "--preset", "original", "-o", place.path("out.mp4"))
        #expect([0, 65].contains(outcome.status), "\(outcome.errors)")
        tell(name, "damaged: \(damage)")
    }

    private func tell(_ name: String, _ what: String) {
        print("corpus \(name): \(what.trimmingCharacters(in: .whitespacesAndNewlines).prefix(300))")
    }
}

/// The folder that `REPLAY_CORPUS` names.
private enum Corpus {
    static let folder = ProcessInfo.processInfo.environment["REPLAY_CORPUS"].map { URL(filePath: $0) }

    /// The names of the movies in the folder.
    static let movies: [String] = {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            return []
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }()
}
