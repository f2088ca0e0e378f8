import Foundation
import ReplayTestSupport
import Testing

/// Checks jobs whose outputs are HLS folders. A job is done only if every file is the one that was made.
@Suite(.timeLimit(.minutes(30))) struct BatchFolderTests {
    @Test("A folder with a file that is missing, shorter, changed or no file is made again; a whole one is kept")
    func damage() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try place.write("{version: 1, jobs: [{movie: 'm0.mp4', preset: 'hls', output: 'out'}]}")
        try #require(try place.batch().outcome.status == 0)
        let whole = FolderState(of: place.path("out"))
        let files = whole.names.filter { whole.files[$0]?.bytes.isEmpty == false && $0 != ".replay-hls.json" }
        #expect(files.contains("main.m3u8") && files.contains { $0.hasSuffix(".m4s") })
        #expect(try place.batch("--resume").lines.last?.summary == .init(jobs: 1, done: 1, kept: 1, failed: 0))
        let segment = try #require(files.first { $0.hasSuffix(".m4s") })
        let playlist = try #require(files.first { $0.hasSuffix(".m3u8") && $0 != "main.m3u8" })
        for damage in [
            "rm out/main.m3u8", "rm out/\(segment)", "truncate -s -1 out/\(segment)", ": > out/\(playlist)",
            // A file of the same size and date.
            "touch -r out/\(segment) date; printf x | dd of=out/\(segment) bs=1 seek=40 conv=notrunc 2>&-; touch -r date out/\(segment)",
            "rm out/\(segment); mkfifo out/\(segment)", "rm out/\(playlist); ln -s /etc/hostname out/\(playlist)",
        ] {
            _ = try place.shell(damage)
            let (outcome, lines) = try place.batch("--resume")
            #expect(lines.last?.summary == .init(jobs: 1, done: 1, kept: 0, failed: 0), "\(damage) \(outcome.errors)")
            #expect(FolderState(of: place.path("out")).hasSameBytes(as: whole), "\(damage)")
        }
    }

    @Test("A second job of the same inputs gets a copy of the folder, and none of a damaged one")
    func copy() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        let job = { (name: String) in "{movie: 'm0.mp4', preset: 'hls-single', output: '\(name)'}" }
        try place.write("{version: 1, jobs: [\(job("a")), \(job("b"))]}")
        try #require(try place.batch().outcome.status == 0)
        let whole = FolderState(of: place.path("a"))
        #expect(FolderState(of: place.path("b")).hasSameBytes(as: whole))
        let segment = try #require(whole.names.first { $0.hasSuffix(".m4s") })
        _ = try place.shell("rm -r b; : > a/\(segment)")
        try place.write("{version: 1, jobs: [\(job("b"))]}")
        #expect(try place.batch("--resume").lines.last?.summary == .init(jobs: 1, done: 1, kept: 0, failed: 0))
        #expect(FolderState(of: place.path("b")).hasSameBytes(as: whole))
    }
}
