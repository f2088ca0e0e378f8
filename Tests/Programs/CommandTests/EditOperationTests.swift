import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the effect of `replay edit`'s operations on frames and audio, with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct EditOperationTests {
    private func place(_ movie: SourceMovie = .plain, _ edits: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(movie)
        for edit in edits { try place.edit(edit) }
        return place
    }

    // MARK: Speed

    @Test("At each speed the frames of the range stand where its speed puts them, the others where they stood")
    func speed() throws {
        let speeds = [
            ("2x", 2, true), ("0.5x", 0.5, true), ("3x", 3, false), ("16x", 16, false), ("1/3", 1 / 3.0, true),
        ]
        for (speed, factor, isSmart) in speeds {
            let place = try place(.silent, "speed 1..2 \(speed)")
            #expect(try place.explanation().contains(isSmart ? "copied" : "drops frames"), "\(speed)")
            let movie = try place.export()
            let (times, numbers) = (try movie.times(), try movie.numbers())
            try #require(times.count == numbers.count, "\(speed)")
            for (time, number) in zip(times, numbers) {
                let (end, later) = (1 + 1 / factor, time + 1 - 1 / factor)
                let source: Double = time < 1 ? time : time < end ? 1 + (time - 1) * factor : later
                #expect(number == Int(saturating: (source + 0.0005) * 25), "\(speed) at \(time)")
            }
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            // At the end of the range, the next frame keeps its time, so one step may be shorter.
            #expect(steps.count { $0 < 1 / 60.5 } <= 1, "\(speed)")
            if factor <= 2 { #expect(Set(numbers) == Set(0..<75), "\(speed)") }
            let length = try #require(movie.movie.video?.duration).seconds
            #expect(abs(length - (2 + 1 / factor)) < 0.0001, "\(speed)")
        }
    }

    @Test("A tone keeps its pitch at any speed, to 5 cents", arguments: [0.5, 0.75, 1.25, 2])
    func pitch(factor: Double) throws {
        let place = try place(.plain, "speed .. \(factor)x")
        let samples = try place.export().samples()
        #expect(abs(Double(samples.count) - 3 / factor * 48_000) < 1100)
        let middle = Array(samples[4800..<samples.count - 4800])
        let cents = 1200 * log2(frequency(of: middle) / 440)
        #expect(abs(cents) < 5, "\(cents) cents")
        print("speed \(factor): \(cents) cents")
    }

    /// Returns the frequency in Hz, from the first to the last upward zero crossing, interpolated between samples.
    private func frequency(of samples: [Float]) -> Double {
        var rises: [Double] = []
        for place in samples.indices.dropLast() where samples[place] < 0 && samples[place + 1] >= 0 {
            rises.append(Double(place) + Double(samples[place] / (samples[place] - samples[place + 1])))
        }
        guard let first = rises.first, let last = rises.last else { return 0 }
        return 48_000 * Double(rises.count - 1) / (last - first)
    }

    // MARK: Audio

    private static func sample(_ second: Double) -> Int { Int(saturating: second * 48_000) }

    @Test("A gain is what it says to 0.1 dB, what is muted is silent, and nothing beside them changes")
    func gain() throws {
        let place = try place(.plain, "gain 0.5..1 -6dB", "gain 0.5..1 -3dB", "mute 1.5..2", "fade-out 2.5..")
        let (made, original) = (try place.export().samples(), try place.original().samples())
        func level(_ samples: [Float], _ range: Range<Double>) -> Double {
            let (start, end) = (Self.sample(range.lowerBound), Self.sample(range.upperBound))
            let power: Double = samples[start..<end].reduce(1e-20) { $0 + Double($1) * Double($1) }
            return 10 * log10(power / Double(end - start))
        }
        func change(_ range: Range<Double>) -> Double { level(made, range) - level(original, range) }
        #expect(abs(change(0.1..<0.47)) < 0.1)
        #expect(abs(change(0.53..<0.97) + 9) < 0.1)
        #expect(abs(change(1.05..<1.45)) < 0.1)
        #expect(made[Self.sample(1.53)..<Self.sample(1.97)].allSatisfy { abs($0) < 1e-4 })
        #expect(abs(change(2.05..<2.45)) < 0.1)
        // Halfway, a fade is at one half (-6 dB).
        #expect(abs(change(2.745..<2.755) + 6) < 0.5)
        #expect(change(2.96..<2.98) < -30)
    }

    @Test("A speed that mutes is silent, as long as it says, and what is beside it is heard")
    func mutedSpeed() throws {
        let place = try place(.plain, "speed 1..2 8x mute")
        #expect(try place.replay("edits").output.contains("speed 0:01.000..0:02.000 8x mute"))
        let samples = try place.export().samples()
        #expect(abs(samples.count - Self.sample(2.125)) < 2100)
        #expect(samples[Self.sample(1.03)..<Self.sample(1.095)].allSatisfy { abs($0) < 1e-3 })
        for second in [0.5, 1.5] {
            #expect(samples[Self.sample(second)..<Self.sample(second + 0.1)].map(abs).max() ?? 0 > 0.05)
        }
        try place.replay("edit", "speed", "2..3", "mute").expectComplaint(65, "requires a speed")
    }

    @Test("Only the audio that an operation changes is encoded; the packets of the rest are copied")
    func copiedAudio() throws {
        let place = try place(.plain, "gain 1..1.2 -60dB", "speed 2..2.5 2x")
        let explanation = try place.explanation()
        #expect(explanation.contains("audio: ") && !explanation.contains("audio: encoded"), "\(explanation)")
        let made = try place.export()
        let packets = try PacketFacts.audio(of: made.movie.path)
        let recorded = Set(try PacketFacts.audio(of: place.path("plain.mp4")).map(\.hash))
        let copied = packets.filter { recorded.contains($0.hash) }.map { Double($0.pts) / 48_000 }
        #expect(copied.count * 10 > packets.count * 7)
        #expect(!copied.contains { (0.98..<1.2).contains($0) || (1.98..<2.25).contains($0) })
        let samples = try made.samples()
        // The tone continues through every seam, without a gap or a click.
        #expect(samples[Self.sample(0.3)..<Self.sample(0.95)].map(abs).max() ?? 0 > 0.05)
        #expect(samples[Self.sample(1.02)..<Self.sample(1.18)].allSatisfy { abs($0) < 0.002 })
        let steps = zip(samples, samples.dropFirst()).map { abs($1 - $0) }
        #expect((steps.dropFirst(4800).dropLast(4800).max() ?? 1) < 0.02)
    }

    // MARK: Frames

    /// Seventy-five frames, each with 32 bits in its upper half that look random and differ from frame to frame.
    private static let code = SourceMovie(
        "a code", "code.mp4",
        "-f lavfi -i color=gray:s=320x180:r=25:d=3,format=gray,"
            + "geq=lum='if(lt(Y,90),if(gt(sin(pow(floor(X/10)+3,2)*(N+7)*0.37),0),235,16),128)',format=yuv420p "
            + SourceMovie.x264)

    @Test("What is hidden cannot be read while it is, nor from the average of its frames; the rest is as it was")
    func hidden() throws {
        let original = try place(Self.code).export().luma()
        for operation in ["cover", "blur", "pixelate"] {
            let place = try place(Self.code, "\(operation) 1.2..1.8 320x90+0+0")
            let frames = try place.export().luma()
            try #require(frames.count == 75 && original.count == 75)
            for number in 0..<75 {
                let bits = Self.bits(original[number])
                let isHidden = (30..<45).contains(number)
                let right = zip(Self.bits(frames[number]), bits).count { $0 == $1 }
                // With guesses, half of the bits are right.
                #expect(isHidden ? (4...28).contains(right) : right == 32, "\(operation) \(number): \(right)")
                #expect(Self.lower(frames[number]) > 40, "\(operation) \(number)")
            }
            let sharpened = Self.bits(Self.average(frames[30..<45]))
            let wanted = Self.bits(Self.average(original[30..<45]))
            #expect((4...28).contains(zip(sharpened, wanted).count { $0 == $1 }), "\(operation)")
            // The GOPs before and after are copies.
            for number in Array(0..<25) + Array(50..<75) {
                #expect(frames[number] == original[number], "\(operation) \(number)")
            }
            #expect(try place.explanation().contains("an effect applies"))
        }
    }

    /// Returns a bit for each cell: true if it is brighter than its neighbours, as after sharpening.
    private static func bits(_ frame: Data) -> [Bool] {
        let cells = (0..<32).map { cell -> Int in
            var sum = 0
            for y in 10..<80 { for x in 2..<8 { sum += Int(frame[frame.startIndex + y * 320 + cell * 10 + x]) } }
            return sum
        }
        return cells.indices.map { place in
            let near = cells[max(0, place - 6)...min(31, place + 6)]
            return cells[place] * 2 > (near.min() ?? 0) + (near.max() ?? 0)
        }
    }

    private static func average(_ frames: ArraySlice<Data>) -> Data {
        Data(
            (0..<320 * 180).map { place -> UInt8 in
                var sum = 0
                for frame in frames { sum += Int(frame[frame.startIndex + place]) }
                return UInt8(clamping: sum / frames.count)
            })
    }

    /// Returns the PSNR of the lower half against grey, in dB. The effect must not change that half.
    private static func lower(_ frame: Data) -> Double {
        let half = frame.suffix(320 * 80)
        var error = 0
        for value in half { error += (Int(value) - 128) * (Int(value) - 128) }
        return error == 0 ? 100 : 10 * log10(255 * 255 * Double(half.count) / Double(error))
    }

    @Test("An effect begins and ends on time though no frame of the recording comes then")
    func standing() throws {
        let frame = SourceMovie(
            "one frame a second", "slow.mp4", "-f lavfi -i color=white:s=320x180:r=1:d=3 \(SourceMovie.x264)")
        let place = try place(frame, "cover 0.25..0.5", "cover 1.75..2.5")
        let movie = try place.export()
        let times = try movie.times()
        #expect(times == [0, 0.25, 0.5, 1, 1.75, 2, 2.5])
        let light = try movie.luma().map { $0.first ?? 0 > 128 }
        #expect(light == [true, false, true, true, false, false, true])
    }

    @Test("A crop shows its rectangle alone, a turn is that of the frame, and rectangles stay those of the recording")
    func geometry() throws {
        let cropped = try place(.silent, "crop 160x90+0+0", "cover 1..2 40x90+120+0")
        var movie = try cropped.export("auto")
        #expect(movie.size == [160, 90])
        let frames = try movie.luma()
        for number in [5, 40, 60] {
            let (frame, isCovered) = (frames[number], (25..<50).contains(number))
            for cell in 0..<4 {
                let light = frame[frame.startIndex + 45 * 160 + cell * 40 + 20] > 128
                #expect(light == (number >> cell & 1 == 1 && !(isCovered && cell == 3)), "\(number)")
            }
        }
        movie = try place(.silent, "rotate 180").export("auto")
        let turned = try movie.luma()
        for cell in 0..<8 {
            let light = turned[37][turned[37].startIndex + 135 * 320 + 319 - cell * 40 - 20] > 128
            #expect(light == (37 >> cell & 1 == 1))
        }
        movie = try place(.silent, "rotate 90").export("auto")
        #expect(movie.size == [180, 320])
    }

    // MARK: The list

    @Test("Operations are listed by number, turned off and on, changed, removed, and taken back")
    func listed() throws {
        let place = try place(.plain, "cut 0..1", "speed 2..3 2x", "blur 1..2 100x50+0+0")
        func operations() throws -> [String] {
            try place.replay("edits", "--json").json(Report.self).operations.map {
                "\($0.number) \($0.operation)\($0.isEnabled ? "" : " off")"
            }
        }
        let all = ["1 cut 0:00.000..0:01.000", "2 speed 0:02.000..0:03.000 2x", "3 blur 0:01.000..0:02.000 100x50+0+0"]
        #expect(try operations() == all)
        #expect(try place.replay("edit", "--off", "2", "--remove", "1").status == 0)
        #expect(try operations() == ["\(all[1]) off", all[2]])
        #expect(try place.replay("edits", "--json").json(EditsReport.self).editedDuration == MediaTime.seconds(3))
        #expect(try place.replay("edit", "--on", "2", "--change", "3", "pixelate", "1..2").status == 0)
        #expect(try operations() == [all[1], "3 pixelate 0:01.000..0:02.000"])
        for _ in 0..<2 { #expect(try place.replay("undo").status == 0) }
        #expect(try operations() == all)
        let list = try place.replay("edits").output
        #expect(list.contains("blur 0:01.000..0:02.000 100x50+0+0") && list.contains("2x"))
    }

    private struct Report: Decodable {
        struct Operation: Decodable {
            let number: Int
            let operation: String
            let isEnabled: Bool
        }
        let operations: [Operation]
    }

    @Test("A file of operations is made as a whole, or not at all, with the line and column of what is wrong")
    func applied() throws {
        let place = try place(.plain)
        try Data("[\n  // the beginning\n  'cut 0..0.5',\n  \"gain 1..2 -3.5dB\", 'rotate 180',\n]".utf8)
            .write(to: URL(filePath: place.path("good.json5")))
        #expect(try place.replay("edit", "--apply", place.path("good.json5")).status == 0)
        #expect(try place.replay("edits", "--json").json(Report.self).operations.count == 3)
        let bad = [
            ("[\n  'cut 0..1',\n  'speed 1..2 fast'\n]", "bad.json5:3:3: “fast” is not a speed"),
            ("[ 'cut 0..1', 'cut 2..99' ]", "bad.json5:1:15: “1:39.000” is after the end"),
            (
                "[\n  'cut 0..1',\n  'blur 1..2 9999x10+0+0'\n]",
                "bad.json5:3:3: the rectangle 9999x10+0+0 extends beyond the frame"
            ), ("['camera 1..2 full']", "bad.json5:1:2: the recording has no camera"),
            ("{}", "bad.json5:1:1: it must be a list"),
            (
                "[ 'speed 1..2 2x', 'cut 0..1',\n 'speed 1.5..1.8 3x', 'speed 1..2 4x' ]",
                "bad.json5:2:2: 0:01.500..0:01.800 overlaps"
            ),
            ("\n cut 1..2", "bad.json5:2:2: neither a list of operations"),
            ("", "bad.json5:1:1: neither a list"), ("\u{1}", "bad.json5:1:1: neither a list"),
            ("['cut 1..2'", "bad.json5:1:"), ("[3]", "an operation must be a string"),
            (
                "['cut 0..1',\n 'keep \(String(repeating: "0..1 ", count: 1_000_000))']",
                "bad.json5:2:2: an operation has at most 100001 words"
            ), ("['\(String(repeating: "x", count: 1_000_000))']", "xxxx…”; the operations are trim"),
        ]
        for (text, complaint) in bad {
            try Data(text.utf8).write(to: URL(filePath: place.path("bad.json5")))
            try place.replay("edit", "--apply", place.path("bad.json5")).expectComplaint(65, complaint)
            #expect(try place.replay("edits", "--json").json(Report.self).operations.count == 3)
        }
    }

    @Test(
        "What cannot be is said in a sentence, and changes nothing",
        arguments: [
            ("speed 1..2 0", "is not a speed from 0.1x to 16x"), ("speed 1..2 nan", "is not a speed"),
            ("speed 1..2 1000000000x", "is not a speed"), ("speed 1..2", "requires a speed"),
            ("blur 1..2 400x10+0+0", "extends beyond the frame, which is 320x180"),
            ("blur 1..2 0x10+0+0", "“0x10+0+0” is not a rectangle"),
            ("cover 1..2 10x10+0+0 red", "does not accept “red”"),
            ("pixelate 1..2 10x10", "“10x10” is not a rectangle"),
            ("gain 1..2 99dB", "is not a gain"), ("gain 1..2 -6dB mic", "no separate microphone track"),
            ("crop 10..20", "“crop” does not accept"),
            ("sharpen 1..2", "there is no operation “sharpen”; the operations are"),
            ("Fadein 1..2", "there is no operation “Fadein”; did you mean “fade-in 3..5”?"),
            ("blurred 1..2", "did you mean “blur"),
            ("cut", "requires a range"), ("keep", "requires a range"),
            ("blur 9..12", "after the end"), ("blur 2..1", "before it starts"),
            ("zoom 1..2", "“zoom” requires a rectangle"), ("zoom 1..2 400x10+0+0", "extends beyond the frame"),
            ("zoom 1..2 40x10+0+0 61s", "is not a rectangle WxH+X+Y, the part to enlarge"),
            ("zoom 1..2 40x10+0+0 -1s", "or a transition of 0s to 60s"),
            ("zoom 1..2 40x10+0+0 nan", "or a transition of 0s to 60s"),
            ("zoom 1..2 40x10+0+0 1s 2s", "does not accept “2s”"),
            ("camera 1..2 full", "the recording has no camera"),
            ("camera 1..2", "“camera” requires a place of the camera"),
            ("camera 1..2 middle", "“middle” is not a place of the camera"),
            ("camera 1..2 top-left:51", "is not a place of the camera"),
            ("camera 1..2 full circle", "does not accept “circle”"), ("gain 1..2 0.5", "such as -6dB or +3dB"),
            ("rotate 45", "write it as “rotate 90”"),
        ])
    func complaints(edit: String, complaint: String) throws {
        let place = try place(.plain)
        let made = try place.start(["edit"] + edit.split(separator: " ").map(String.init)).wait()
        #expect(made.status != 0 && made.errors.contains(complaint), "\(made.errors)")
        #expect(made.errors.split(separator: "\n").count <= 2, "\(made.errors)")
        #expect(try place.replay("edits", "--json").json(Report.self).operations.isEmpty)
    }

    @Test("Two speeds at once, and numbers that are not there, are refused")
    func refused() throws {
        let place = try place(.plain, "speed 1..2 2x")
        try place.replay("edit", "speed", "1.5..3", "3x").expectComplaint(65, "already plays at 2x")
        try place.replay("edit", "--remove", "7").expectComplaint(65, "there is no operation 7")
        try place.replay("edit").expectComplaint(64, "give an operation")
        try place.replay("edit", "--change", "1").expectComplaint(64, "give the new operation after “--change”")
        // The operation's name may be the command.
        #expect(try place.replay("blur", "1..2").status == 0)
        #expect(try place.replay("edit", "zoom 0..1 100x50+0+0").status == 0)
        try place.replay("edit", "zoom", "0.9..2", "50x50+0+0").expectComplaint(65, "is already zoomed")
        try place.replay("zoom", "1..2").expectComplaint(65, "“zoom” requires a rectangle")
        #expect(try place.replay("undo").status == 0)
        #expect(try place.replay("mute", "1..2").output.contains("3 other operations"))
    }

    @Test("The kept part is printed once, with its ranges, for one “keep” and among other operations")
    func keepIsReported() throws {
        let place = try place(.plain)
        #expect(
            try place.replay("edit", "keep", "0.5..1", "2..2.5").output
                == "keeps 0:01.000 of 0:03.000: 0:00.500..0:01.000, 0:02.000..0:02.500\n")
        try place.result("undo")
        try Data("['keep 0..1.5 2..3', 'cut 0..0.5', 'rotate 90']".utf8)
            .write(to: URL(filePath: place.path("keep.json5")))
        #expect(
            try place.replay("edit", "--apply", place.path("keep.json5")).output == """
                keeps 0:02.000 of 0:03.000: 0:00.500..0:01.500, 0:02.000..0:03.000
                1 other operation; “replay edits” lists it

                """)
    }
}

extension Workplace {
    fileprivate func edit(_ operation: String) throws {
        let made = try start(["edit"] + operation.split(separator: " ").map(String.init)).wait()
        try #require(made.status == 0, "\(operation): \(made.errors)")
    }

    fileprivate func explanation() throws -> String {
        try replay("export", "--preset", "original", "--render", "smart", "--explain").output
    }

    /// - Parameter render: The method; `smart` copies where possible. A cropped movie cannot be copied.
    fileprivate func export(_ render: String = "smart") throws -> EditedMovie {
        let made = try replay(
            "export", "--preset", "original", "--render", render, "-o", path("edit.mp4"), "--force", "--receipt",
            path("receipt.json"))
        try #require(made.status == 0, "\(made.errors)")
        return EditedMovie(movie: try ExportedMovie(path("edit.mp4")), place: self)
    }

    /// Exports the recording as it was imported.
    fileprivate func original() throws -> EditedMovie {
        let other = try Workplace()
        _ = try other.importMovie(.plain)
        return try other.export()
    }
}

/// An export, and the place that must exist as long as the export is read.
private struct EditedMovie {
    let movie: ExportedMovie
    let place: Workplace

    func times() throws -> [Double] { try withExtendedLifetime(place) { try movie.times() }.map(\.seconds) }

    func numbers() throws -> [Int] { try withExtendedLifetime(place) { try movie.numbers() } }

    func samples() throws -> [Float] { try withExtendedLifetime(place) { try movie.samples() } }

    var size: [Int] { [movie.video?.width ?? 0, movie.video?.height ?? 0] }

    /// Returns the luma of each frame.
    func luma() throws -> [Data] {
        let area = size[0] * size[1]
        let bytes = try withExtendedLifetime(place) {
            try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        }
        return (0..<bytes.count / max(1, area)).map { bytes.dropFirst($0 * area).prefix(area) }
    }
}
