import Descriptors
import FFmpeg
import Files
import Foundation
import ReplayTestSupport
import Testing
import Workers

@testable import ReplayMovie

struct ConfinedImageTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory("images") }

    /// Makes an image file by FFmpeg.
    private func image(_ name: String, _ format: String, size: String = "101x67") throws -> String {
        let path = folder.path(name)
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=\(size)", "-frames:v", "1", "-pix_fmt", format,
            path,
        ])
        return path
    }

    @Test(arguments: [
        ("a.png", "rgb24"), ("b.png", "rgba"), ("c.png", "rgba64be"), ("d.png", "pal8"), ("e.png", "monob"),
        ("f.png", "gray16be"), ("g.jpg", "yuvj420p"), ("h.jpg", "yuvj444p"), ("i.gif", "pal8"), ("j.bmp", "bgr24"),
        ("k.tiff", "rgb48le"), ("l.ppm", "rgb24"), ("m.webp", "yuva420p"),
    ])
    func `The sandbox changes no pixel of an image`(name: String, format: String) throws {
        let path = try image(name, format)
        let direct = try StillImage.read(
            try IOContext(try RegularFile.open(path), mode: .read), name: name, maxPixels: 10_000)
        let confined = try StillImage.readConfined(try RegularFile.open(path), name: name, maxPixels: 10_000)
        let (one, other) = (try RawFrame(direct), try RawFrame(confined))
        #expect(try JSONEncoder.sorted.encode(one) == JSONEncoder.sorted.encode(other))
        #expect(try one.pixels(of: direct) == other.pixels(of: confined))
    }

    @Test func `An image that is too large or no image is refused`() throws {
        let path = try image("large.png", "rgb24")
        #expect(throws: WorkerFailure.self) {
            try StillImage.readConfined(try RegularFile.open(path), name: "large.png", maxPixels: 101 * 67 - 1)
        }
        let text = folder.path("text.png")
        try "no image".write(toFile: text, atomically: false, encoding: .utf8)
        #expect(throws: WorkerFailure.self) {
            try StillImage.readConfined(try RegularFile.open(text), name: "text.png", maxPixels: 10_000)
        }
    }

    @Test(arguments: [
        #"{"format":"vaapi","width":2,"height":2,"matrix":1,"range":1}"#,
        #"{"format":"none","width":2,"height":2,"matrix":1,"range":1}"#,
        #"{"format":"rgb24","width":-2,"height":2,"matrix":1,"range":1}"#,
        #"{"format":"rgb24","width":2147483647,"height":2147483647,"matrix":1,"range":1}"#,
        #"{"format":"rgb24","width":2,"height":2,"matrix":99,"range":1}"#,
        #"{"format":"rgb24","width":2,"height":2,"matrix":1,"range":99}"#,
    ])
    func `A frame that no decoder makes is refused`(_ text: String) throws {
        let frame = try JSONDecoder().decode(RawFrame.self, from: Data(text.utf8))
        #expect(throws: FFmpegError.self) { try frame.size(limit: 10_000) }
        #expect(throws: FFmpegError.self) { try frame.frame([UInt8](repeating: 0, count: 12)) }
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
