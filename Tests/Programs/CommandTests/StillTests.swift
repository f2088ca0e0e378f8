import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay still`, `sheet`, `strip` and `waveform` with recordings whose frames show their own time.
@Suite(.timeLimit(.minutes(30))) struct StillTests {
    private static let samples = ProjectFolder.url.appending(path: "SampleMedia")
    /// The layout of motion.mp4.
    private static let layout = SceneLayout(width: 320, height: 180)

    private func place(_ sample: String = "motion.mp4", cut: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.result("import", Self.samples.appending(path: sample).path, "--name", "sample")
        if !cut.isEmpty { try #require(try place.start(["cut"] + cut).wait().status == 0) }
        return place
    }

    /// Returns the time at which each frame of the edit was drawn, from an export.
    private func clocks(of place: Workplace) throws -> [FrameClock] {
        try #require(try place.replay("export", "--preset", "original", "-o", place.path("edit.mp4")).status == 0)
        return try MediaProbe(path: place.path("edit.mp4")).clocks(at: Self.layout.barcode)
    }

    private func clock(_ path: String) throws -> UInt64? {
        try MediaProbe(path: path).clocks(at: Self.layout.barcode).first?.clock
    }

    @Test(
        "A still is exactly the frame that an export shows then, before, at and after cuts",
        arguments: [("png", 6), ("jpg", 1)])
    func exact(ending: String, count: Int) throws {
        let place = try place(cut: "0.4..0.9", "2..2.5")
        let shown = try clocks(of: place)
        try #require(shown.count > 100 && shown.allSatisfy { $0.clock != nil })
        var random = SplitMix64.seeded()
        // By its number, and by a time 70 % of the way to the next frame.
        for number in [0, shown.count - 1] + (0..<count).map({ _ in shown.indices.randomElement(using: &random) ?? 0 })
        {
            let image = place.path("\(number).\(ending)")
            let next = number + 1 < shown.count ? shown[number + 1].time : shown[number].time + .milliseconds(8)
            let time = shown[number].time.seconds * 0.3 + next.seconds * 0.7
            for position in ["f\(number)", String(format: "%.6f", time)] {
                let made = try place.replay("still", "sample", position, "-o", image, "--force")
                try #require(made.status == 0, "\(made.errors)")
                #expect(made.output == image + "\n")
                #expect(try clock(image) == shown[number].clock, "\(position)")
            }
        }
        let size = try #require(try MediaProbe(path: place.path("0.\(ending)")).streams().first)
        #expect((size.width, size.height) == (320, 180))
    }

    @Test("Without a time it is the first frame, named by the recording and the time; - writes to standard output")
    func defaults() throws {
        let place = try place(cut: "0..1")
        let report = try place.replay("still", "--json").json(Report.self)
        #expect(report.width == 320 && report.height == 180 && report.time == 0)
        #expect(report.path == "sample-0.00.000.png" && place.exists(report.path))
        let piped = try place.replay("still", "-1", "-o", "-")
        #expect(piped.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // The same frame with the recording's name. A word that is not a time names a recording.
        try #require(try place.replay("still", "sample", "-1", "-o", place.path("back.png")).status == 0)
        #expect(try Data(contentsOf: URL(filePath: place.path("back.png"))) == piped.data)
        #expect(try place.replay("still", "samp", "-o", place.path("first.png")).status == 0)
    }

    private struct Report: Decodable {
        let path: String
        let width, height: Int
        let time: Double
    }

    @Test("What cannot be drawn is said in a sentence")
    func complaints() throws {
        let place = try place()
        try place.replay("still", "99").expectComplaint(65, "after the end")
        try place.replay("still", "nothing").expectComplaint(66, "there is no recording “nothing”")
        try place.replay("still", "sample", "soon").expectComplaint(64, "soon")
        try place.replay("still", "1", "sample").expectComplaint(64, "write “replay still sample 1”")
        // The date at the start of an id looks like a time.
        let day = try place.replay("edits", "--json").json(EditsReport.self).id.prefix(8)
        try place.replay("still", "1", "\(day)").expectComplaint(64, "write “replay still \(day) 1”")
        try place.replay("still", "1", "2nd").expectComplaint(64, "2nd")
        try place.replay("still", "-o", "still.gif").expectComplaint(64, ".png or .jpg")
        try place.replay("sheet", "--rows", "0").expectComplaint(64, "--rows must be between 1 and 32 (got 0)")
        try place.replay("sheet", "--columns", "32", "--tile-width", "1920").expectComplaint(64, "choose fewer frames")
        try #require(try place.replay("still", "-o", place.path("taken.png")).status == 0)
        try place.replay("still", "1", "-o", place.path("taken.png")).expectComplaint(73, "--force")
        _ = try place.importMovie(.silent)
        try place.replay("waveform").expectComplaint(65, "has no audio")
    }

    @Test("A contact sheet shows evenly spaced frames of the edit, and marks the first after each cut")
    func sheet() throws {
        let place = try place(cut: "1..2")
        let shown = try clocks(of: place)
        let sheet = place.path("sheet.png")
        let made = try place.replay("sheet", "--columns", "2", "--rows", "2", "--tile-width", "320", "-o", sheet)
        try #require(made.status == 0, "\(made.errors)")
        let duration = try place.replay("edits", "--json").json(EditsReport.self).editedDuration.seconds
        var isMarked: [Bool] = []
        for number in 0..<4 {
            let (x, y) = (number % 2 * 332, number / 2 * 210)
            let tile = place.path("tile.png")
            _ = try ChildProcess.tool([
                JudgeProgram.ffmpeg, "-v", "error", "-y", "-i", sheet, "-vf", "crop=320:180:\(x + 6):\(y + 6)", tile,
            ])
            let time = duration * Double(2 * number + 1) / 8
            let wanted = shown.last { $0.time.seconds <= time }
            #expect(try clock(tile) == wanted?.clock, "frame \(number)")
            let edge = try MediaProbe(path: sheet).colours(x: x + 2, y: y + 100).first?.colour ?? []
            isMarked.append(edge == [0xE5, 0x48, 0x4D])
        }
        // One of the three seconds is kept before the cut.
        #expect(isMarked == [false, false, true, false] || isMarked == [false, true, false, false])
    }

    @Test("A film strip shows the whole recording, and darkens what is removed")
    func strip() throws {
        let place = try place(cut: "0.9..2.3")
        let strip = place.path("strip.png")
        let made = try place.replay("strip", "--width", "1280", "--height", "180", "-o", strip)
        try #require(made.status == 0, "\(made.errors)")
        let recorded = try MediaProbe(path: Self.samples.appending(path: "motion.mp4").path)
            .clocks(at: Self.layout.barcode)
        let duration = try place.replay("edits", "--json").json(EditsReport.self).duration.seconds
        for (number, isKept) in [(0, true), (1, false), (3, true)] {
            let tile = place.path("tile.png")
            _ = try ChildProcess.tool([
                JudgeProgram.ffmpeg, "-v", "error", "-y", "-i", strip, "-vf", "crop=320:180:\(320 * number):0", tile,
            ])
            let time = duration * Double(2 * number + 1) / 8
            if isKept { #expect(try clock(tile) == recorded.last { $0.time.seconds <= time }?.clock) }
            let middle = try MediaProbe(path: tile).brightest()
            #expect(isKept ? middle > 200 : middle < 150, "frame \(number): \(middle)")
        }
    }

    @Test("A waveform is high where it beeps, and has a row for each track")
    func waveform() throws {
        let place = try place("typing.mp4")
        let image = place.path("audio.png")
        try #require(try place.replay("waveform", "--width", "600", "--height", "64", "-o", image).status == 0)
        let facts = try #require(try MediaProbe(path: image).streams().first)
        #expect((facts.width, facts.height) == (600, 128))
        let movie = MediaProbe(path: Self.samples.appending(path: "typing.mp4").path)
        let duration = try place.replay("edits", "--json").json(EditsReport.self).duration.seconds
        for (track, frequency) in [BeepSource.frequency, BeepSource.microphoneFrequency].enumerated() {
            let beeps = try movie.audio(track: track).beeps(frequency: frequency).map(\.seconds)
            try #require(beeps.count > 3)
            // 18 rows above the middle of the track's row: during a beep, and half a second later.
            let row = 64 * track + 32 - 18
            for beep in beeps.dropLast() {
                for (time, isLoud) in [(beep + 0.05, true), (beep + 0.5, false)] {
                    let column = Int(saturating: time / duration * 600)
                    let colour = try MediaProbe(path: image).colours(x: column, y: row).first?.colour
                    #expect((colour == [0x88, 0xC0, 0xD0]) == isLoud, "track \(track) at \(time) s")
                }
            }
        }
    }
}

extension MediaProbe {
    /// Returns the brightest pixel of the frames, 0 to 255.
    fileprivate func brightest() throws -> UInt8 {
        var brightest: UInt8 = 0
        try readFrames { brightest = max(brightest, $0.pixels.max() ?? 0) }
        return brightest
    }
}
