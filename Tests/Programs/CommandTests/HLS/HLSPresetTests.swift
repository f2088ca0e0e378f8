import Foundation
import ReplayTestSupport
import Testing

/// Checks HLS presets that contradict themselves, and those that exceed the recording.
@Suite(.timeLimit(.minutes(30))) struct HLSPresetTests {
    static let broken: [(String, String, [String])] = [
        (#""keyframeSeconds": 2"#, "video", ["video.keyframeSeconds", "contradicts"]),
        (#""segmentSeconds": 1"#, "hls", ["hls.segmentSeconds", "2 to 10"]),
        (#""segmentSeconds": "long""#, "hls", ["hls.segmentSeconds"]),
        (#""files": "both""#, "hls", ["hls.files"]),
        (#""colour": 1"#, "hls", ["hls.colour"]),
        (#""rungs": 3"#, "hls", ["hls.rungs"]),
        (#""rungs": [{ "maxHeight": 90, "crf": 99, "encoderPreset": "veryfast" }]"#, "hls", ["crf", "99"]),
        (#""rungs": [{ "maxHeight": 90, "crf": 22 }]"#, "hls", ["encoderPreset", "missing"]),
        (#""rungs": [{ "crf": 22, "encoderPreset": "veryfast" }]"#, "hls", ["maxShortSide"]),
        (
            #""rungs": [{ "maxHeight": 90, "crf": 22, "encoderPreset": "veryfast", "frameRate": "10" }]"#, "hls",
            ["frameRate", "contradicts"]
        ),
        (
            #""rungs": [{ "maxHeight": 90, "crf": 22, "encoderPreset": "veryfast", "audio": 1 }]"#, "hls", ["audio"]
        ),
    ]

    @Test("A preset with contradicting keys is refused in a sentence")
    func presetWithContradictingKeysIsRefused() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("short.mp4"))
        for (text, section, words) in Self.broken {
            try HLSPresetFile.write(to: place.path("mine.json")) { preset in
                let values = try? JSONSerialization.jsonObject(with: Data("{\(text)}".utf8)) as? [String: Any]
                preset.change(section) { $0.merge(values ?? [:]) { $1 } }
            }
            let outcome = try place.replay("export", id, "--preset", "./mine.json", "-o", "out")
            outcome.expectComplaint(65, "mine.json")
            for word in words { #expect(outcome.errors.contains(word), "\(text): \(outcome.errors)") }
        }
        #expect(try !place.names(in: ".").contains("out"))
    }

    @Test("Rungs that are larger than the recording are left out, and it is said")
    func rungsThatAreLargerThanTheRecording() throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("motion.mp4"))
        let outcome = try place.replay("export", id, "--preset", "hls", "-o", "out")
        try #require(outcome.status == 0, "\(outcome.errors)")
        for name in ["1080p", "720p", "480p"] { #expect(outcome.errors.contains(name), "\(outcome.errors)") }
        let folder = try HLSFolder(place.path("out"))
        // The recording's own size, 360p, and audio alone.
        let heights: Set<Int?> = Set(folder.variants.map(\.size.last))
        #expect(heights == [368, 360, nil] && folder.variants.count == 3)
        let again = try place.replay("export", id, "--preset", "hls", "-o", "out", "--json")
        let receipt = try #require(HLSReceipt(lastLineOf: again.output))
        #expect(receipt.hls.dropped == ["1080p", "720p", "480p"])
        #expect(receipt.hls.newFiles == 0)
        #expect(receipt.hls.keptFiles == (try folder.mediaFiles().count))
    }

    @Test("An edit that is shorter than a segment, in files or in ranges of one", arguments: [false, true])
    func editThatIsShorterThanASegment(inRanges: Bool) throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("cuts.mp4"))
        try place.result("trim", id, "--from", "3.013", "--to", "3.4")
        try HLSPresetFile.write(to: place.path("mine.json")) { preset in
            preset.change("hls") { if inRanges { $0["files"] = "ranges" } }
        }
        try place.result("export", id, "--preset", "./mine.json", "-o", "out")
        try HLSValidation.expectClean("out", on: place)
        let folder = try HLSFolder(place.path("out"))
        let largest = try #require(folder.largest)
        let segments = try folder.segments(of: largest.playlist)
        #expect(segments.count == 1)
        #expect(abs(segments[0].end - 0.387) < 0.001)
        #expect((segments[0].byteRange != nil) == inRanges)
        let seen = try ShownFrames.ffmpeg(folder, variant: largest)
        #expect(seen.frames.count == 12 || seen.frames.count == 13, "\(seen.frames.count)")
    }

    @Test("A constant rate", arguments: ["variable.mp4", "still.mp4"])
    func constantRate(file: String) throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path(file))
        try place.result("cut", "-r", id, "1.01..1.97")
        try HLSPresetFile.write("hls-single", to: place.path("mine.json")) {
            $0.change("video") { $0["frameRate"] = "10" }
        }
        try place.result("export", id, "--preset", "./mine.json", "-o", "out")
        try HLSValidation.expectClean("out", on: place)
        let folder = try HLSFolder(place.path("out"))
        let seen = try ShownFrames.ffmpeg(folder, variant: try #require(folder.largest))
        let isSteady = seen.frames.indices.allSatisfy { seen.frames[$0].time == Int64($0) * 9000 }
        #expect(isSteady && seen.frames.count > 30, "\(seen.frames.map(\.time))")
    }

    @Test(
        "Byte ranges of one file show the same as a file for each segment", arguments: ["two-sounds.mp4", "still.mp4"])
    func byteRangesOfOneFileShowTheSame(file: String) throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path(file))
        try HLSPresetFile.write(to: place.path("ranges.json")) { preset in
            preset.change("hls") { $0.merge(["files": "ranges", "segmentSeconds": 2, "programDateTime": true]) { $1 } }
        }
        try place.result("export", id, "--preset", "hls", "-o", "files")
        try place.result("export", id, "--preset", "./ranges.json", "-o", "ranges")
        try HLSValidation.expectClean("ranges", on: place)
        let (files, ranges) = (try HLSFolder(place.path("files")), try HLSFolder(place.path("ranges")))
        let (first, second) = (try #require(files.largest), try #require(ranges.largest))
        let wanted = try ShownFrames.ffmpeg(files, variant: first)
        try ShownFrames.ffmpeg(ranges, variant: second).expectSame(as: wanted, within: 0)
        try ShownFrames.gstreamer(ranges, variant: second, hasAudio: true).expectSame(as: wanted, within: 1)
        #expect(try ranges.segments(of: second.playlist).count > files.segments(of: first.playlist).count)
        #expect(try ranges.segments(of: second.playlist).allSatisfy { $0.byteRange != nil })
    }
}
