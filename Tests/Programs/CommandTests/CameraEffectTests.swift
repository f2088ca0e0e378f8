import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay edit camera`: a white camera over numbered frames that are grey at the bottom.
@Suite(.timeLimit(.minutes(30))) struct CameraEffectTests {
    private struct ShownFrame {
        let time: Double
        let pixels: Data
        /// True if the camera is at its default place.
        var isStandard: Bool { self[279, 148] > 225 }

        subscript(x: Int, y: Int) -> UInt8 { pixels[pixels.startIndex + y * 320 + x] }
    }

    private func place(_ edits: String...) throws -> Workplace {
        let place = try Workplace()
        _ = try place.makeCameraRecording()
        for edit in edits { try place.result("edit", edit) }
        return place
    }

    private func frames(_ place: Workplace, _ options: String...) throws -> [ShownFrame] {
        let path = place.path("out.mp4")
        let made = try place.start(["export", "--preset", "original", "-o", path, "--force"] + options).wait()
        try #require(made.status == 0, "\(made.errors)")
        let movie = try ExportedMovie(path)
        let bytes = try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        return try movie.times().enumerated().map { number, time in
            ShownFrame(time: time.seconds, pixels: Data(bytes.dropFirst(number * 320 * 180).prefix(320 * 180)))
        }
    }

    @Test(
        "In its ranges the camera is where the edit says, from the first frame to the last",
        arguments: ["smart", "full"])
    func places(method: String) throws {
        let place = try place("camera 1.2..1.8 top-left:30 circle", "camera 1.8..2.2 full", "camera 2.2..2.6 off")
        let list = try place.replay("edits").output
        #expect(list.contains("camera 0:01.200..0:01.800 top-left:30 circle"), "\(list)")
        let frames = try frames(place, "--render", method, "--receipt", place.path("receipt.json"))
        #expect(frames.count == 75)
        for frame in frames {
            switch frame.time {
            case ..<0.99: #expect(!frame.isStandard, "\(frame.time)")
            case 1.01..<1.19, 2.59...: #expect(frame.isStandard && frame[54, 98] < 150, "\(frame.time)")
            case 1.19..<1.79:
                // A circle of 96 pixels, 6 pixels from the edges: its centre, its lower end, and the corner of its
                // square.
                #expect(frame[54, 54] > 225 && frame[54, 98] > 225 && !frame.isStandard, "\(frame.time)")
                #expect(abs(Int(frame[9, 98]) - 128) < 12 && abs(Int(frame[99, 98]) - 128) < 12, "\(frame.time)")
            case 1.79..<2.19:
                for (x, y) in [(1, 1), (318, 1), (160, 90), (1, 178), (318, 178)] { #expect(frame[x, y] > 225) }
            default: #expect(abs(Int(frame[279, 148]) - 128) < 12 || frame.time < 1.01, "\(frame.time)")
            }
        }
    }

    @Test("It has its shape, is mirrored, has a line at its edge, and is smaller while a zoom acts")
    func looks() throws {
        // The camera is dark at its left, and light at its right.
        let place = try Workplace()
        _ = try place.makeCameraRecording(camera: "gradients=c0=black:c1=white:x0=0:x1=159:y0=0:y1=0:n=2")
        func frame(_ edit: String, at time: Double = 1.5) throws -> ShownFrame {
            try place.result("edit", edit)
            defer { _ = try? place.replay("undo") }
            return try #require(try frames(place, "--render", "full").last { $0.time <= time })
        }
        // 96x72 pixels, 6 from the edges.
        let whole = try frame("camera .. top-left:30")
        #expect(whole[10, 40] < 40 && whole[95, 40] > 200 && whole[7, 7] < 40)
        let mirrored = try frame("camera .. top-left:30 mirrored")
        #expect(mirrored[10, 40] > 200 && mirrored[95, 40] < 40)
        let rounded = try frame("camera .. top-left:30 rounded border")
        #expect(rounded[6, 6] > 60 && rounded[6, 40] > 200 && rounded[12, 40] < 40 && rounded[50, 6] > 200)
        // At 70 % of its size, while all of the frame is enlarged.
        try place.result("edit", "zoom 1.2..3 160x90+0+0 0s")
        let small = try frame("camera .. top-left:30 shrink", at: 2)
        #expect(small[10, 40] < 40 && small[68, 40] > 200 && abs(Int(small[80, 70]) - 128) < 100)
        let list = try place.start("edit", "camera 0..1 full mirrored").wait()
        #expect(list.status != 0 && list.errors.contains("does not accept “mirrored”"), "\(list.errors)")
    }

    @Test("Beside the screen, which moves there and back, it covers nothing", arguments: ["smart", "full"])
    func beside(method: String) throws {
        let place = try place("camera 1.2..2.2 side rounded")
        let frames = try frames(place, "--render", method, "--receipt", place.path("receipt.json"))
        // The gap is 4 pixels, and the camera has 96 of 320 pixels: the screen has 212 by 120 pixels.
        for frame in frames {
            switch frame.time {
            case 1.01..<1.19, 2.51...: #expect(frame.isStandard && abs(Int(frame[2, 170]) - 128) < 12, "\(frame.time)")
            case 1.51..<2.19:
                #expect(frame[272, 90] > 225 && frame[160, 10] < 24 && frame[160, 170] < 24, "\(frame.time)")
                #expect(abs(Int(frame[110, 140]) - 128) < 12 && frame[218, 90] < 60, "\(frame.time)")
                #expect(frame[221, 31] < 60, "the corner, \(frame.time)")
            default: break
            }
        }
        let ends = frames.filter { (1.19..<1.6).contains($0.time) }.map { frame in
            (90..<180).last { frame[110, $0] > 60 } ?? 90
        }
        #expect(ends == ends.sorted(by: >) && Set(ends).count > 4, "\(ends)")
    }

    @Test("The page is told where the screen is meanwhile")
    func placements() throws {
        struct Answer: Decodable {
            struct Edit: Decodable { let frame: Frame }
            struct Frame: Decodable { let placements: [Placement]? }
            struct Style: Decodable, Equatable { let width, height: Int, screen: [Int] }
            struct Placement: Decodable { let range: [Int], style: Style }
            let edit: Edit
        }
        let place = try place("camera 1.2..2.2 side rounded")
        let run = try PreviewRun(place)
        let id = try #require(run.client.library().first?.id)
        let frame = try run.client.get("recordings/\(id)").json(Answer.self).edit.frame
        let placement = try #require(frame.placements?.first)
        let timescale = try run.client.description(id).timescale
        #expect(placement.range == [timescale * 12 / 10, timescale * 22 / 10])
        #expect(placement.style == Answer.Style(width: 320, height: 180, screen: [4, 30, 212, 120]))
    }

    @Test("Over a still screen, the camera moves beside the screen by frames of its own")
    func motion() throws {
        let place = try Workplace()
        _ = try place.makeCameraRecording("-f lavfi -i color=gray:s=320x180:r=1:d=3", rate: 1)
        try place.result("edit", "camera 1.25..2.5 stacked")
        let times = try frames(place, "--render", "full").map(\.time)
        for start in [1.25, 2.5] {
            #expect(times.filter { (start..<start + 0.3).contains($0) }.count >= 9, "\(times)")
        }
    }

    @Test("Where it is turned off all along, frames are copies; and where an export shows none, none is shown")
    func off() throws {
        var place = try place("camera .. off")
        let explanation = try place.replay("export", "--preset", "original", "--render", "smart", "--explain").output
        #expect(explanation.contains("copy 75"), "\(explanation)")
        place = try self.place("camera 1..2 full")
        #expect(try frames(place, "--camera", "none").allSatisfy { $0[160, 170] < 150 })
    }

    @Test("A camera's range begins and ends on time though neither the screen nor the camera has a frame then")
    func borders() throws {
        let place = try Workplace()
        let screen = "-f lavfi -i color=gray:s=320x180:r=1:d=3"
        _ = try place.makeCameraRecording(screen, rate: 1)
        try place.result("edit", "camera 1.25..1.5 full")
        for method in ["smart", "full"] {
            let frames = try frames(place, "--render", method)
            #expect(frames.map(\.time) == [0, 1, 1.25, 1.5, 2], "\(method)")
            #expect(frames.map { $0[160, 20] > 225 } == [false, false, true, false, false], "\(method)")
        }
    }

    @Test("What is hidden is hidden of the camera, and a zoom leaves it in its place")
    func layers() throws {
        var place = try place("camera 1..3 full", "cover 1..3 160x90+0+0")
        var frame = try #require(try frames(place).last)
        #expect(frame[80, 45] < 24 && frame[240, 135] > 225)
        place = try self.place("zoom 1..3 160x90+0+90 0s")
        frame = try #require(try frames(place).last)
        #expect(frame.isStandard && abs(Int(frame[20, 20]) - 128) < 12)
        // The cover moves with the zoom, and hides the camera at its new place too.
        place = try self.place("zoom 1..3 160x90+0+90 0s", "cover 1..3 20x20+130+155")
        frame = try #require(try frames(place).last)
        #expect(frame[279, 148] < 24 && frame[308, 130] > 225)
    }

    @Test("Two places at once are refused")
    func refused() throws {
        let place = try place("camera 1..2 full")
        try place.replay("edit", "camera", "1.5..3", "off").expectComplaint(65, "already sets the place of the camera")
        #expect(try place.replay("edit", "camera", "2..3", "off").status == 0)
    }

    @Test("Chunks of an export make what a single pass makes", arguments: ["smart", "full"])
    func chunks(method: String) throws {
        let movie = try ChunkedMovie(.silent)
        try FileManager.default.removeItem(at: movie.place.recordingFolder(movie.id))
        let id = try movie.place.makeCameraRecording()
        #expect(id != movie.id)
        try movie.place.result("edit", "camera 1.1..1.9 top-left:30 circle")
        try movie.place.result("edit", "camera 1.9..2.3 full")
        try movie.plan("--preset", "original", "--render", method)
        try movie.renderAll()
        #expect(try movie.join().status == 0)
        #expect(
            try ExportedMovie(movie.place.path("out.mp4")).decode().isEmpty
                && movie.place.replay("export", "-o", "single.mp4", "--preset", "original", "--render", method).status
                    == 0
        )
        let (joined, single) = (movie.place.path("out.mp4"), movie.place.path("single.mp4"))
        #expect(try ChunkedMovie.facts(joined) == ChunkedMovie.facts(single))
    }
}
