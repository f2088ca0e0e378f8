import Foundation
import ReplayTestSupport
import Testing

/// Checks effects in each export format, with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct EffectFormatTests {
    private static func movie(seconds: Int) -> SourceMovie {
        SourceMovie(
            "a test card", "card.mp4",
            "-f lavfi -i testsrc2=s=640x360:r=25:d=\(seconds) -f lavfi -i sine=440:r=48000:d=\(seconds) "
                + "\(SourceMovie.x264) -c:a aac")
    }
    private static let (width, height) = (320, 180)

    /// Returns the luma of a frame each tenth of a second, in a small size, whatever the output's rate and size.
    private func frames(_ path: String) throws -> [[UInt8]] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-map", "0:v:0", "-vf",
            "fps=10,scale=\(Self.width):\(Self.height):flags=area,format=gray", "-f", "rawvideo", "pipe:1",
        ])
        let size = Self.width * Self.height
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { Array(bytes[$0..<$0 + size]) }
    }

    /// Returns the standard deviation of luma within a rectangle. It is close to 0 in a cover.
    private func contrast(_ frame: [UInt8], _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
        let values = rows.flatMap { row in columns.map { Double(frame[row * Self.width + $0]) } }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    @Test(
        "A cover hides its rectangle in its range, and nothing else, in each format",
        arguments: [
            ("original", "out.mp4", "out.mp4"), ("share-720p", "out.mp4", "out.mp4"), ("webm", "out.webm", "out.webm"),
            ("gif", "out.gif", "out.gif"), ("hls-single", "hls", "hls/main.m3u8"),
        ])
    func cover(preset: String, output: String, played: String) throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.movie(seconds: 4))
        try place.result("edit", "cover 1..2 160x120+240+120")
        try place.result("edit", "speed 2..3 2x")
        try place.result("export", "--preset", preset, "-o", place.path(output))
        let frames = try frames(place.path(played))
        // Four seconds, one of which plays at double speed. A GIF's times are hundredths of a second.
        #expect(abs(frames.count - 35) <= 1, "\(frames.count)")
        for (number, frame) in frames.enumerated() where ![9, 10, 19, 20].contains(number) {
            let inside = contrast(frame, 124..<196, 64..<116)
            #expect((11..<19).contains(number) ? inside < 6 : inside > 12, "\(number): \(inside)")
            #expect(contrast(frame, 0..<100, 20..<160) > 12, "\(number)")
        }
    }

    @Test("Of an HLS folder only segments that an effect touches are made again, and without it the old ones")
    func segments() throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.movie(seconds: 8))
        func export() throws -> Set<String> {
            try place.result("export", "--preset", "hls-single", "--force", "-o", place.path("hls"))
            return try Set(segmentNames(in: place.path("hls")))
        }
        let plain = try export()
        try place.result("edit", "blur 2.2..3.8 160x120+240+120")
        let blurred = try export()
        #expect(plain.count >= 4 && plain.count == blurred.count, "\(plain.count), \(blurred.count)")
        #expect(!plain.subtracting(blurred).isEmpty)
        #expect(plain.intersection(blurred).count >= plain.count / 2, "\(plain.intersection(blurred).count)")
        try place.result("edit", "--remove", "1")
        #expect(try export() == plain)
    }

    private func segmentNames(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".m4s") }
    }
}
