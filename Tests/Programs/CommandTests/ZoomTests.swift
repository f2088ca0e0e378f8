import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks `replay edit zoom` with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct ZoomTests {
    /// Returns a movie that is brighter from left to right, so that the edges of a frame show which part is visible.
    private static func gradient(rate: Int) -> SourceMovie {
        SourceMovie(
            "brighter from left to right", "gradient\(rate).mp4",
            "-f lavfi -i color=gray:s=640x360:r=\(rate):d=4,format=gray,geq=lum='16+200*X/640',format=yuv420p "
                + "-c:v libx264 -preset ultrafast -crf 1 -g \(rate)")
    }
    private static let pattern = SourceMovie(
        "a pattern", "pattern.mp4",
        "-f lavfi -i testsrc2=s=640x360:r=25:d=4 -c:v libx264 -preset ultrafast -crf 1 -pix_fmt yuv420p -g 25")

    private func place(_ movie: SourceMovie, _ edits: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(movie)
        for edit in edits { try place.result("edit", edit) }
        return place
    }

    @discardableResult
    private func export(_ place: Workplace, _ options: String...) throws -> ExportedMovie {
        let path = place.path("out.mp4")
        let made = try place.start(["export", "--preset", "original", "-o", path, "--force"] + options).wait()
        try #require(made.status == 0, "\(made.errors)")
        return try ExportedMovie(path)
    }

    private func luma(_ movie: ExportedMovie, _ filters: String = "null") throws -> [Data] {
        let bytes = try movie.decode(["-map", "0:v:0", "-vf", filters, "-f", "rawvideo", "-pix_fmt", "gray"])
        return stride(from: 0, to: bytes.count, by: 640 * 360).map { Data(bytes[$0..<$0 + 640 * 360]) }
    }

    /// Returns the width of the visible part of the gradient, in pixels.
    private func width(_ frame: Data) -> Double {
        func brightness(_ column: Int) -> Double {
            (0..<360).reduce(0) { $0 + Double(frame[$1 * 640 + column]) } / 360
        }
        return (brightness(639) - brightness(0)) * 640 / 200
    }

    @Test("On a screen that stands still the frame goes there and back smoothly, in frames that it repeats for that")
    func still() throws {
        let place = try place(Self.gradient(rate: 1), "zoom 0.5..3.5 320x180+160+90 1s")
        for method in ["smart", "full"] {
            let movie = try export(place, "--render", method, "--receipt", place.path("\(method).json"))
            let times = try movie.times().map(\.seconds)
            // Thirty frames on each way, and the recording's own frames.
            try #require(times.count == 64, "\(method): \(times)")
            #expect(times[1] == 0.5 && times[31] == 1.5 && times[32] == 2 && times[33] == 2.5 && times[63] == 3.5)
            let steps = zip(times[1...31], times[2...31]).map { $1 - $0 }
            #expect(steps.allSatisfy { abs($0 - 1.0 / 30) < 0.002 }, "\(times)")
            let widths = try luma(movie).map(width)
            for number in [0, 1, 63] {
                #expect(abs(widths[number] - 640) < 8, "\(method) \(number): \(widths[number])")
            }
            for number in 31...33 { #expect(abs(widths[number] - 320) < 8, "\(method) \(number): \(widths[number])") }
            // A spring is beyond the middle after half of its time.
            #expect(abs(widths[16] - 400) < 12)
            #expect(zip(widths[1...31], widths[2...31]).allSatisfy { $1 <= $0 + 1 }, "\(widths)")
            #expect(zip(widths[33...63], widths[34...63]).allSatisfy { $1 >= $0 - 1 }, "\(widths)")
            // The movement is smooth: no step is much larger than the largest of the spring, 1.8 times the mean.
            let longest = 320 * 1.8 / 30 + 10
            #expect(zip(widths, widths.dropFirst()).allSatisfy { abs($1 - $0) < longest }, "\(widths)")
        }
    }

    @Test(
        "What is seen is the rectangle, widened to the frame's shape, as ffmpeg crops and scales it",
        arguments: [
            ("320x180+200+100", "320:180:200:100"), ("100x180+200+100", "320:180:90:100"),
            ("320x100+320+260", "320:180:320:180"), ("64x36+20+20", "64:36:20:20"),
        ])
    func reference(rectangle: String, crop: String) throws {
        let place = try place(Self.pattern, "zoom 1.2..2.8 \(rectangle) 0.48s")
        let recorded = try ExportedMovie(place.path("pattern.mp4"))
        let wanted = try luma(recorded, "crop=\(crop),scale=640:360:flags=bicubic")
        let whole = try luma(recorded)
        let movie = try export(place, "--render", "smart")
        let made = try luma(movie)
        try #require(made.count == 100 && wanted.count == 100)
        for number in [43, 50, 56] {
            #expect(FrameLikeness.signalToNoise(made[number], wanted[number]) > 30, "\(rectangle) \(number)")
        }
        for number in [31, 69] {
            #expect(FrameLikeness.signalToNoise(made[number], wanted[number]) < 25, "\(rectangle) \(number)")
        }
        for number in 0..<100 where !(30..<70).contains(number) {
            #expect(FrameLikeness.signalToNoise(made[number], whole[number]) > 38, "\(rectangle) \(number)")
        }
    }

    @Test("A zoom that follows the pointer shows it, at rest where it rests, and without pointer data it is refused")
    func following() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.gradient(rate: 25))
        try place.start("edit", "zoom 0.6..3.4 160x90+0+0 0.2s follow").wait().expectComplaint(65, "no pointer data")
        // In ticks of 1/90,000 s: at the right, and then at the left.
        let entries = [
            PointerEntry(time: 0, kind: .moved, x: 600, y: 300),
            PointerEntry(time: 180_000, kind: .moved, x: 100, y: 40),
        ]
        try Data(entries.flatMap(\.bytes)).write(to: place.recordingFolder(id).appending(path: "pointer.bin"))
        try place.result("edit", "zoom 0.6..3.4 160x90+0+0 0.2s follow")
        #expect(try place.replay("edits").output.contains("160x90+0+0 0.2s follow"))
        let frames = try luma(try export(place, "--render", "full"))
        try #require(frames.count == 100)
        /// Returns the middle of the visible part of the gradient, in pixels.
        func middle(_ frame: Data) -> Double {
            let sum = (0..<360).reduce(0) { $0 + Double(frame[$1 * 640 + 319]) + Double(frame[$1 * 640 + 320]) }
            return (sum / 720 - 16) * 640 / 200
        }
        // The pointer is just inside the middle half of what is seen: 40 pixels from its middle.
        for number in [25, 40, 49] { #expect(abs(middle(frames[number]) - 560) < 8, "\(middle(frames[number]))") }
        for number in [75, 80] { #expect(abs(middle(frames[number]) - 140) < 8, "\(middle(frames[number]))") }
        let ways = frames[50...75].map(middle)
        #expect(zip(ways, ways.dropFirst()).allSatisfy { $1 <= $0 + 4 && $0 - $1 < 110 }, "\(ways)")
    }

    @Test("The GOPs in which no zoom acts are copies, to the bit")
    func copies() throws {
        let place = try place(Self.pattern, "zoom 1.2..1.8 320x180+200+100")
        let explanation = try place.replay("export", "--preset", "original", "--render", "smart", "--explain").output
        #expect(explanation.contains("an effect applies") && explanation.contains("copy 50"), "\(explanation)")
        let movie = try export(place, "--render", "smart", "--receipt", place.path("receipt.json"))
        let (made, recorded) = (
            try PacketFacts.frames(of: movie.path).map(\.hash),
            try PacketFacts.frames(of: place.path("pattern.mp4")).map(\.hash)
        )
        try #require(made.count >= 100)
        #expect(made.prefix(30) == recorded.prefix(30) && made.suffix(50) == recorded.suffix(50))
        #expect(!made.dropFirst(30).dropLast(50).contains { recorded.contains($0) })
    }

    @Test("A speed makes it faster, a cut takes its part, and a jump needs no frames of its own")
    func combined() throws {
        var place = try place(Self.gradient(rate: 1), "zoom 0.5..3.5 320x180+160+90 1s", "speed .. 2x")
        var times = try export(place, "--render", "smart").times().map(\.seconds)
        #expect(
            times.contains(0.25) && times.contains(1.75)
                && (15...16).contains(times.count { (0.25..<0.75).contains($0) }), "\(times)"
        )
        place = try self.place(Self.gradient(rate: 1), "zoom 0.5..3.5 320x180+160+90 1s", "cut 1..3")
        var movie = try export(place, "--render", "smart")
        times = try movie.times().map(\.seconds)
        #expect(
            times.count { (0.5..<1).contains($0) } == 15 && times.count { (1..<1.5).contains($0) } == 15, "\(times)")
        // Cut in the middle of each way.
        #expect(try luma(movie).map(width).allSatisfy { $0 > 390 })
        place = try self.place(Self.gradient(rate: 1), "zoom 0.5..3.5 320x180+160+90 0s")
        movie = try export(place, "--render", "smart")
        #expect(try movie.times().map(\.seconds) == [0, 0.5, 1, 2, 3, 3.5])
        let widths = try luma(movie).map(width)
        #expect(widths[1..<5].allSatisfy { abs($0 - 320) < 8 } && abs(widths[5] - 640) < 8, "\(widths)")
    }

    /// Returns the luma of the frames that an export of some edits shows.
    private func frames(_ movie: SourceMovie, _ edits: [String], _ filters: String = "null") throws -> [Data] {
        let place = try place(movie)
        for edit in edits { try place.result("edit", edit) }
        return try withExtendedLifetime(place) { try luma(try export(place, "--render", "smart"), filters) }
    }

    @Test("What is hidden stays hidden and grows along", arguments: ["cover", "blur", "pixelate"])
    func hidden(operation: String) throws {
        let hide = "\(operation) 1..3 160x90+200+100"
        let hidden = try frames(Self.pattern, [hide], "crop=320:180:200:100,scale=640:360:flags=bicubic")
        let made = try frames(Self.pattern, [hide, "zoom 1..3 320x180+200+100 0s"])
        for number in [26, 50, 74] {
            #expect(FrameLikeness.signalToNoise(made[number], hidden[number]) > 29, "\(number)")
        }
        guard operation == "cover" else { return }
        // The upper left quarter of the visible area.
        for y in stride(from: 4, to: 170, by: 8) {
            for x in stride(from: 4, to: 310, by: 8) { #expect(made[50][y * 640 + x] < 24) }
        }
    }

    @Test("A title stays in its place over what is made larger")
    func title() throws {
        let title = "title 1..2 bottom \"Chapter one\""
        let plain = try frames(TitleTests.gray, [title])
        let made = try frames(TitleTests.gray, [title, "zoom 1..2 64x36+0+0 0s"])
        #expect(FrameLikeness.signalToNoise(plain[30], made[30]) > 40)
        #expect(TitleTests.text(made[30]).bright > 120)
    }

    @Test("It is that of the recording's frame where that is cropped or turned")
    func shapes() throws {
        let crop = try place(Self.pattern, "crop 320x180+320+180", "zoom 1..3 160x90+400+200 0s")
        let whole = try ExportedMovie(crop.path("pattern.mp4"))
        var made = try export(crop, "--render", "auto")
        #expect([made.video?.width, made.video?.height] == [320, 180])
        var wanted = try luma(whole, "crop=160:90:400:200,scale=320:180:flags=bicubic,scale=640:360:flags=neighbor")
        #expect(FrameLikeness.signalToNoise(try luma(made, "scale=640:360:flags=neighbor")[50], wanted[50]) > 27)
        let turned = try place(Self.pattern, "rotate 180", "zoom 1..3 320x180+200+100 0s")
        made = try export(turned, "--render", "auto")
        wanted = try luma(whole, "crop=320:180:200:100,hflip,vflip,scale=640:360:flags=bicubic")
        #expect(FrameLikeness.signalToNoise(try luma(made)[50], wanted[50]) > 30)
    }

    @Test("Chunks of an export make what a single pass makes", arguments: ["smart", "full"])
    func chunks(method: String) throws {
        let movie = try ChunkedMovie(Self.gradient(rate: 1))
        try movie.place.result("edit", "zoom 0.5..3.5 320x180+160+90 1s")
        try movie.plan("--preset", "original", "--render", method)
        try movie.renderAll()
        #expect(try movie.join().status == 0)
        try movie.expectSame("--preset", "original", "--render", method)
    }
}
