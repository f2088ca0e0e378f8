import Foundation
import ReplayTestSupport
import Testing

/// Checks the folder that `replay export --preset hls` makes, over an existing folder, and if it cannot be made.
@Suite(.timeLimit(.minutes(30))) struct HLSFolderTests {
    /// The time before a cut, in seconds, before which segments are equal with and without the cut. No encoder looks
    /// further ahead.
    private static let lookahead = 3.0

    @Test("What stays before a changed cut is kept, and it is said how much")
    func whatStaysBeforeAChangedCutIsKept() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("cuts.mp4"))
        try place.result("export", id, "--preset", "hls", "-o", place.path("out"))
        let (folder, before) = (try HLSFolder(place.path("out")), FolderState(of: place.path("out")))
        let cut = 13.0
        let early = try folder.playlists.flatMap { playlist in
            try folder.segments(of: playlist).filter { $0.end <= cut - Self.lookahead && $0.byteRange == nil }
        }.map(\.file)
        try #require(early.count >= 2, "segments are too long for this test")

        try place.result("cut", "-r", id, "13..13.5")
        let outcome = try place.replay("export", id, "--preset", "hls", "-o", place.path("out"), "--json")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let after = FolderState(of: place.path("out"))
        let kept = before.shared(with: after)
        #expect(kept.isSuperset(of: early), "\(Set(early).subtracting(kept))")
        let said = try #require(HLSReceipt(lastLineOf: outcome.output))
        let media = try HLSFolder(place.path("out")).mediaFiles()
        #expect(said.hls.keptFiles == media.intersection(kept).count)
        #expect(said.hls.keptFiles + said.hls.newFiles == media.count)
        // A kept file is the existing one. It is not written again.
        for name in media.intersection(kept) {
            #expect(before.files[name]?.inode == after.files[name]?.inode, "\(name)")
        }
        try HLSValidation.expectClean(place.path("out"), on: place)
        // No file remains that is no longer played.
        #expect(Set(after.names.filter { $0.hasSuffix(".m4s") }).isSubset(of: media))
    }

    @Test("The same edit makes the same folder, to the byte")
    func sameEditMakesTheSameFolder() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("ladder.mp4"))
        try place.result("cut", "-r", id, "1.01..1.97")
        for name in ["one", "two"] { try place.result("export", id, "--preset", "hls", "-o", place.path(name)) }
        let (one, two) = (FolderState(of: place.path("one")), FolderState(of: place.path("two")))
        #expect(one.names == two.names)
        #expect(one.shared(with: two) == Set(one.names))
    }

    @Test("Many rungs that are written at once lose nothing")
    func manyRungsThatAreWrittenAtOnceLose() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("cuts.mp4"))
        let rungs = stride(from: 176, through: 32, by: -16).map {
            ["maxHeight": $0, "crf": 30, "encoderPreset": "ultrafast"] as [String: Any]
        }
        try HLSPresetFile.write(to: place.path("many.json")) { preset in
            preset.change("hls") { $0.merge(["rungs": rungs, "segmentSeconds": 2]) { $1 } }
        }
        try place.result("export", id, "--preset", "./many.json", "-o", "one")
        let one = FolderState(of: place.path("one"))
        let folder = try HLSFolder(place.path("one"))
        #expect(folder.variants.count == rungs.count + 2)
        for _ in 0..<3 {
            try place.result("export", id, "--preset", "./many.json", "-o", "two")
            let again = try place.replay("export", id, "--preset", "./many.json", "-o", "two", "--json")
            #expect(again.status == 0, "\(again.errors)")
            #expect(HLSReceipt(lastLineOf: again.output)?.hls.keptFiles == (try folder.mediaFiles().count))
            let isSame = FolderState(of: place.path("two")).hasSameBytes(as: one)
            #expect(isSame)
            _ = try place.shell("rm -r two")
        }
    }

    @Test(
        "A folder with other people's files is left as it is",
        arguments: ["notes.txt", ".hidden", "video/mine.mp4", "main.m3u8"])
    func folderWithOtherPeoplesFilesIsLeft(name: String) throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("short.mp4"))
        _ = try place.shell("mkdir -p \"$(dirname 'out/\(name)')\"; echo mine > 'out/\(name)'")
        let before = FolderState(of: place.path("out"))
        try place.replay("export", id, "--preset", "hls", "-o", "out").expectComplaint(1, "out")
        try place.replay("export", id, "--preset", "hls", "-o", "out", "--force").expectComplaint(1, "out")
        #expect(FolderState(of: place.path("out")) == before)
        #expect(try place.names(in: ".") == ["home", "out"])
    }

    @Test("A file of somebody else's beside ours keeps the folder as it is")
    func fileOfSomebodyElsesBesideOursKeeps() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("short.mp4"))
        try place.result("export", id, "--preset", "hls", "-o", "out")
        _ = try place.shell("echo mine > out/index.html")
        let before = FolderState(of: place.path("out"))
        try place.result("cut", "-r", id, "0.1..0.2")
        try place.replay("export", id, "--preset", "hls", "-o", "out").expectComplaint(1, "out", "index.html")
        #expect(FolderState(of: place.path("out")) == before)
    }

    @Test("An empty folder is taken, a file and a link are not")
    func emptyFolderIsTaken() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("short.mp4"))
        _ = try place.shell("mkdir empty theirs; ln -s theirs link; echo mine > file")
        try place.result("export", id, "--preset", "hls", "-o", "empty")
        #expect(try HLSFolder(place.path("empty")).missing().isEmpty)
        for name in ["file", "link", "none/out"] {
            let outcome = try place.replay("export", id, "--preset", "hls", "-o", name)
            #expect(outcome.status == 1 || outcome.status == 73, "\(name): \(outcome.errors)")
            #expect(outcome.errors.contains(name.prefix { $0 != "/" }))
        }
        #expect(try String(contentsOfFile: place.path("file"), encoding: .utf8) == "mine\n")
        #expect(try place.names(in: "theirs").isEmpty)
        #expect(try place.names(in: ".") == ["empty", "file", "home", "link", "theirs"])
    }
}
