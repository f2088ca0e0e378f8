import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks annotations with ffmpeg's decoder, on grey frames of 640x360.
@Suite(.timeLimit(.minutes(30))) struct AnnotationTests {
    private static let grey = SourceMovie(
        "grey", "grey.mp4",
        "-f lavfi -i color=gray:s=640x360:r=10:d=4 -c:v libx264 -preset ultrafast -crf 1 -pix_fmt yuv420p -g 10")

    private func place(_ edits: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(Self.grey)
        for edit in edits { try place.result("edit", edit) }
        return place
    }

    /// The colours of an exported frame.
    private struct Picture {
        let width: Int
        let bytes: Data

        /// Returns red, green and blue.
        func colour(_ x: Int, _ y: Int) -> [Int] {
            (0..<3).map { Int(bytes[bytes.startIndex + (y * width + x) * 3 + $0]) }
        }

        func isGrey(_ x: Int, _ y: Int) -> Bool { colour(x, y).allSatisfy { abs($0 - 128) < 8 } }
        func isRed(_ x: Int, _ y: Int) -> Bool {
            let colour = colour(x, y)
            return colour[0] > 200 && colour[1] < 110 && colour[2] < 110
        }
    }

    /// Exports the edit, and returns the frame at a time as ffmpeg decodes it.
    private func picture(_ place: Workplace, at time: Double = 2, width: Int = 640, _ options: String...) throws
        -> Picture
    {
        let path = place.path("out.mp4")
        let made = try place.start(["export", "--preset", "original", "-o", path, "--force"] + options).wait()
        try #require(made.status == 0, "\(made.errors)")
        let bytes = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-ss", "\(time)", "-i", path, "-frames:v", "1", "-f", "rawvideo",
            "-pix_fmt",
            "rgb24", "pipe:1",
        ])
        return Picture(width: width, bytes: bytes)
    }

    @Test("--front draws an annotation above the others, in one change; a number that is not there is refused")
    func front() throws {
        let place = try place("box 1..3 200x100+100+50 width 2%", "box 1..3 200x100+100+50 width 2% colour 0000ff")
        #expect(try picture(place).colour(200, 50)[2] > 200)
        try place.result("edit", "--front", "1")
        #expect(try picture(place).isRed(200, 50))
        try place.result("undo")
        #expect(try picture(place).colour(200, 50)[2] > 200)
        try place.replay("edit", "--front", "7").expectComplaint(65, "7")
        try place.replay("edit", "--front", "1", "--off", "1").expectComplaint(64, "stands alone")
        try place.result("edit", "cut 3..4")
        try place.replay("edit", "--front", "3").expectComplaint(65, "is not an annotation")
        try place.result("edit", "--off", "2")
        try place.result("edit", "--front", "2")
        #expect(try picture(place).isRed(200, 50), "It is still off.")
        for _ in 0..<3 { try place.result("undo") }
        try place.replay("edit", "front", "1").expectComplaint(64, "replay edit --front 1")
        try place.result("rename", "A box, twice")
        try place.result("edit", "A box, twice", "--front", "1")
        #expect(try picture(place).isRed(200, 50))
    }

    @Test("Each figure is where it was asked to be, in its colour")
    func figures() throws {
        var picture = try picture(try place("box 1..3 200x100+100+50 width 2%"))
        for (x, y) in [(100, 100), (300, 100), (200, 50), (200, 150)] { #expect(picture.isRed(x, y), "\(x) \(y)") }
        for (x, y) in [(200, 100), (90, 40), (320, 100), (5, 5)] { #expect(picture.isGrey(x, y), "\(x) \(y)") }
        picture = try self.picture(try place("ellipse 1..3 200x100+100+50 colour 0000ff width 2%"))
        for (x, y) in [(100, 100), (300, 100), (200, 50)] { #expect(picture.colour(x, y)[2] > 200, "\(x) \(y)") }
        #expect(picture.isGrey(104, 54) && picture.isGrey(200, 100))
        picture = try self.picture(try place("arrow 1..3 100,180 400,180 width 3%"))
        #expect(picture.isRed(250, 180) && picture.isRed(394, 180) && picture.isRed(360, 194))
        #expect(picture.isGrey(404, 180) && picture.isGrey(94, 180) && picture.isGrey(250, 210))
        picture = try self.picture(try place("spotlight 1..3 200x100+100+50 opacity 75%"))
        #expect(picture.isGrey(200, 100) && picture.isGrey(110, 60))
        for (x, y) in [(50, 100), (0, 0), (639, 359), (200, 160)] {
            #expect(picture.colour(x, y).allSatisfy { abs($0 - 32) < 8 }, "\(x) \(y): \(picture.colour(x, y))")
        }
        picture = try self.picture(try place("step 1..3 300,200 7 size 20%"))
        // The disc, its ring and its number.
        #expect(picture.isRed(320, 200) && picture.isGrey(345, 200) && picture.isGrey(300, 240))
        #expect(picture.colour(266, 200).allSatisfy { $0 > 200 })
        #expect((280..<320).contains { picture.colour($0, 193).allSatisfy { $0 > 220 } })
        picture = try self.picture(try place("text 1..3 100,100 colour ff0000 size 10% \"Click\""))
        #expect(picture.isRed(104, 118) && picture.isGrey(95, 118) && picture.isGrey(120, 95))
        #expect((110..<200).contains { picture.colour($0, 122).allSatisfy { $0 > 200 } })
    }

    @Test("Annotations appear only in their range, grow while they appear, and only their GOPs are encoded")
    func times() throws {
        let place = try place("arrow 1..3 100,180 400,180 width 3% ease 0.4s")
        let explanation = try place.replay("export", "--preset", "original", "--explain").output
        #expect(explanation.contains("an effect applies") && explanation.contains("copy 10"), "\(explanation)")
        #expect(try picture(place, at: 0.9).isGrey(250, 180) && picture(place, at: 3).isGrey(250, 180))
        let early = try picture(place, at: 1.2)
        #expect(!early.isGrey(200, 180) && early.isGrey(360, 180))
        #expect(try picture(place, at: 1.6).isRed(380, 180))
    }

    @Test("They keep their place on the screen under a zoom, a crop, a rotation and a style")
    func geometry() throws {
        let box = "box 1..3 100x60+200+100 width 2%"
        var picture = try picture(try place(box, "zoom 0.5..3.5 320x180+160+90 0s"))
        for (x, y) in [(80, 80), (280, 80), (180, 20), (180, 140)] { #expect(picture.isRed(x, y), "\(x) \(y)") }
        #expect(picture.isGrey(180, 80))
        picture = try self.picture(try place(box, "crop 320x180+160+90"), width: 320)
        for (x, y) in [(40, 40), (140, 40), (90, 10), (90, 70)] { #expect(picture.isRed(x, y), "\(x) \(y)") }
        picture = try self.picture(try place(box, "rotate 90"), width: 360)
        for (x, y) in [(360 - 100, 250), (360 - 160, 250), (230, 200), (230, 300)] {
            #expect(picture.isRed(x, y), "\(x) \(y)")
        }
        let place = try place(box, "style none background white padding 10%")
        let width = 800
        picture = try self.picture(place, width: width)
        // The card is at its own size in the middle.
        let (left, top) = ((width - 640) / 2, (picture.bytes.count / 3 / width - 360) / 2)
        for (x, y) in [(200, 130), (300, 130), (250, 100)] { #expect(picture.isRed(left + x, top + y), "\(x) \(y)") }
    }

    @Test("An image keeps its transparency and its shape, and a watermark is in its corner of the frame")
    func images() throws {
        let place = try place()
        // Transparent at its left, and white at its right.
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i",
            "color=white:s=100x50:r=1:d=1,format=rgba,geq=r=255:g=255:b=255:a='if(lt(X,50),0,255)'", "-frames:v", "1",
            place.path("half white.png"),
        ])
        let path = place.path("half white.png")
        #expect(try place.start("image", "1..3", "300x100+100+100", path).wait().status == 0)
        #expect(try place.start("watermark", "top-left", "opacity", "100%", "width", "20%", path).wait().status == 0)
        let picture = try picture(place)
        // The image is 200x100 in the middle of its rectangle.
        #expect(picture.colour(260, 150).allSatisfy { $0 > 245 } && picture.colour(340, 190).allSatisfy { $0 > 245 })
        for (x, y) in [(160, 150), (246, 150), (356, 150), (145, 150)] { #expect(picture.isGrey(x, y), "\(x) \(y)") }
        // The watermark is 72 pixels wide, and 11 from the edges.
        #expect(picture.colour(60, 28).allSatisfy { $0 > 245 } && picture.isGrey(30, 28) && picture.isGrey(90, 28))
        #expect(try self.picture(place, at: 0.5).colour(60, 28).allSatisfy { $0 > 245 })
        try place.result("edit", "watermark bottom-right \(path)")
        // 60 % of white over grey, 11 pixels from the edges.
        let light = try self.picture(place, at: 0.5).colour(620, 335)
        #expect(light.allSatisfy { abs($0 - (128 + 76)) < 8 }, "\(light)")
        let edits = try place.replay("edits").output
        #expect(edits.contains("image 0:01.000..0:03.000 300x100+100+100 cover-"), "\(edits)")
    }

    @Test("What is hidden stays hidden below and above an annotation, and a camera covers it")
    func hidden() throws {
        let picture = try picture(try place("cover 0..4 640x360+0+0", "arrow 1..3 100,180 400,180 width 3%"))
        #expect(picture.isRed(250, 180) && picture.colour(20, 20).allSatisfy { $0 < 8 })
    }

    @Test("Ten thousand annotations, texts of any script, and wrong words")
    func hard() throws {
        let place = try place("text 1..3 600,340 \"مرحبا بالعالم 👋 a long text that would reach beyond the frame\"")
        let picture = try picture(place)
        #expect(picture.isRed(636, 356) || picture.isRed(630, 340))
        try place.start("box", "1..3", "600x100+100+50").wait().expectComplaint(65, "beyond the frame")
        try place.start("arrow", "1..3", "1,1", "700,10").wait().expectComplaint(65, "outside the frame")
        try place.start("step", "1..3", "1,1").wait().expectComplaint(65, "a number from 1 to 99")
        try place.start("image", "1..3", "64x36+0+0", place.path("grey.mp4x")).wait().expectComplaint(
            66, "cannot be opened")
        let many = (0..<10_000).map {
            "box \($0 % 39 / 10).\($0 % 39 % 10)..4 \(2 + $0 % 300)x60+\($0 % 300)+\($0 % 290)"
        }
        try JSONEncoder().encode(many).write(to: URL(filePath: place.path("many.json5")))
        let applied = try place.start("edit", "--apply", place.path("many.json5")).wait()
        #expect(applied.status == 0, "\(applied.errors)")
        #expect(try place.start("still", "3.5", "-o", place.path("many.png")).wait().status == 0)
        try place.start("box", "--", "1..3").wait().expectComplaint(65, "a rectangle")
    }
}
