import Foundation
import HLSPlaylist
import HLSValidation
import ReplayTestSupport
import Testing

/// Checks malicious folders: each ends with a finding, in bounded time, and no file outside is opened.
@Suite struct BadInputTests {
    private func folder(_ files: [String: String]) throws -> TemporaryDirectory {
        var presentation = SmallPresentation(files: [:])
        for (name, text) in files { presentation.files[name] = Array(text.utf8) }
        return try presentation.store()
    }

    private func validate(_ folder: TemporaryDirectory) throws -> HLSReport {
        let clock = ContinuousClock()
        let start = clock.now
        let report = try HLSValidator().validate(folder: folder.url.path)
        // The work takes some seconds, but the test's build is not optimized, and the machine may be busy.
        #expect(clock.now - start < .seconds(300))
        return report
    }

    private static let head = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    private static let tail = "#EXT-X-ENDLIST\n"

    @Test("A million lines")
    func manyLines() throws {
        let text = Self.head + String(repeating: "#EXTINF:2,\na.m4s\n", count: 500_000) + Self.tail
        let report = try validate(folder(["main.m3u8": text]))
        #expect(report.findings.map(\.row) == [.structure])
        #expect(report.findings.map(\.file) == ["main.m3u8"])
    }

    @Test("Seventeen MiB in one line")
    func longLine() throws {
        let report = try validate(folder(["main.m3u8": "#EXTM3U\n#" + String(repeating: "x", count: 17 << 20)]))
        #expect(report.findings.map(\.row) == [.structure])
    }

    @Test("A hundred thousand segments that are one file's whole")
    func manySegments() throws {
        var presentation = try SmallPresentation.good()
        let segments = String(repeating: "#EXTINF:2.0,\n0.m4s\n", count: 99_000)
        presentation.files["small/list.m3u8"] = Array(
            (Self.head + "#EXT-X-MAP:URI=\"init.mp4\"\n" + segments + Self.tail).utf8)
        let report = try validate(presentation.store())
        #expect(!report.isValid)
        #expect(report.findings.count <= HLSReport.findingLimit * HLSCheck.allCases.count)
    }

    @Test("A fragment that claims more samples than can be", arguments: [UInt32.max, 900_000])
    func manySamples(count: UInt32) throws {
        var presentation = try SmallPresentation.good()
        for number in 0..<3 { presentation.files["small/\(number).m4s"]?.set(count, behind: "trun", at: 4) }
        let report = try validate(presentation.store())
        #expect(report.findings.contains { $0.row == .structure && $0.file.hasPrefix("small/") })
    }

    @Test("Links, a pipe, a folder, and a playlist that names itself")
    func strangeFiles() throws {
        let presentation = try SmallPresentation.good()
        let stored = try presentation.store()
        let (files, small) = (FileManager.default, stored.url.appending(path: "small"))
        let secret = try folder(["secret.m4s": "secret"])
        for name in ["0.m4s", "1.m4s", "2.m4s"] { try files.removeItem(at: small.appending(path: name)) }
        try files.createSymbolicLink(
            at: small.appending(path: "0.m4s"), withDestinationURL: secret.url.appending(path: "secret.m4s"))
        #expect(mkfifo(small.appending(path: "1.m4s").path, 0o600) == 0)
        try files.createDirectory(at: small.appending(path: "2.m4s"), withIntermediateDirectories: false)
        let report = try validate(stored)
        let found = report.findings.filter { $0.file == "small/list.m3u8" && $0.row == .structure }.map(\.found)
        #expect(
            found == [
                "small/0.m4s is a symbolic link, which is not followed", "small/1.m4s is not a regular file",
                "small/2.m4s is not a regular file",
            ])
    }

    @Test("A multivariant playlist that names itself")
    func cycle() throws {
        let report = try validate(
            folder(["main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmain.m3u8\n"]))
        #expect(report.findings.contains { $0.line == 3 && $0.found == "main.m3u8 is a multivariant playlist" })
    }

    @Test("Bytes changed at random in boxes and playlists never end the validator")
    func noise() throws {
        var random = SplitMix64.seeded()
        let good = try SmallPresentation.good()
        for _ in 0..<30 {
            var changed = good
            for _ in 0..<12 {
                let name = try #require(changed.files.keys.sorted().randomElement(using: &random))
                let size = try #require(changed.files[name]?.count)
                let place = Int.random(in: 0..<min(size, 900), using: &random)
                changed.files[name]?[place] =
                    [0, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            let report = try changed.validate()
            #expect(report.rows.count == HLSCheck.allCases.count)
        }
    }

    @Test("Numbers that no sum can hold")
    func hugeNumbers() throws {
        var random = SplitMix64.seeded()
        let numbers = [
            "9223372036854775807", "18446744073709551615", "0", "0.00000000000000001", "10000.0000000000001", "-1",
            "36000.999999999", "1e300", "9007199254740992@9007199254740992",
        ]
        let good = try SmallPresentation.good()
        for _ in 0..<40 {
            var changed = good
            for name in good.files.keys.sorted() where name.hasSuffix(".m3u8") {
                let text = String(decoding: good.files[name] ?? [], as: UTF8.self)
                let noisy = text.replacing(/[0-9][0-9.@]*/) { match in
                    Int.random(in: 0..<4, using: &random) > 0
                        ? String(match.output) : numbers.randomElement(using: &random) ?? ""
                }
                changed.files[name] = Array(noisy.utf8)
            }
            #expect(try changed.validate().isValid == false)
            let lists = try [good, changed].map {
                ParsedMediaPlaylist(try #require(PlaylistText($0.files["small/list.m3u8"] ?? [])))
            }
            _ = PlaylistUpdate(path: "list.m3u8", old: lists[1].playlist, new: lists[0]).findings
        }
    }

    @Test("No playlist, no folder")
    func nothing() throws {
        let empty = try folder(["a.txt": "a"])
        #expect(throws: HLSError.self) { try HLSValidator().validate(folder: empty.url.path) }
        #expect(throws: (any Error).self) { try HLSValidator().validate(folder: "/nonexistent-folder") }
        #expect(throws: HLSError.self) { try HLSValidator().validate(address: "http://192.0.2.1/x.m3u8") }
    }
}
