import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the frame rate of formats that count frames, and the audio that MLT plays.
@Suite(.timeLimit(.minutes(10))) struct InterchangeRateTests {
    /// Ten seconds at 7 frames per second, a rate that no editing program uses.
    private static let slow = SourceMovie(
        "7 frames per second", "slow.mp4",
        "-f lavfi -i testsrc2=s=320x180:r=7:d=10 -f lavfi -i sine=500:r=48000:d=10 -f lavfi -i sine=1500:r=48000:d=10"
            + " -map 0 -map 1 -map 2 -c:v libx264 -preset ultrafast -g 14 -pix_fmt yuv420p -c:a aac"
            + " -metadata:s:a:0 handler_name=Application -metadata:s:a:1 handler_name=Microphone")

    private func ranges(_ place: Workplace) throws -> [[Double]] {
        try place.replay("edits", "--json").json(EditsReport.self).kept.map { [$0.start.seconds, $0.end.seconds] }
    }

    @Test("An irregular or uncommon rate becomes 30 or 60, a common one stays, and --fps chooses another")
    func rates() throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.slow)
        #expect(try place.result("edits", "--as", "edl").contains("* FRAME RATE: 30\n"))
        #expect(try place.result("edits", "--as", "fcpxml").contains(#"frameDuration="1/30s""#))
        #expect(try place.result("edits", "--as", "mlt", "--fps", "59.94").contains(#"frame_rate_num="60000""#))
        let common = try place.importMovie(.plain)
        #expect(try place.result("edits", common, "--as", "edl").contains("* FRAME RATE: 25\n"))
        try place.replay("edits", "--as", "otio", "--fps", "25").expectComplaint(64, "has exact times")
        try place.replay("edits", "--as", "edl", "--fps", "0").expectComplaint(64, "fps")
        try place.replay("edits", "--fps", "25").expectComplaint(64, "give the format with --as")
    }

    @Test("An EDL of another rate comes back with cuts at most half a frame from their places")
    func roundTrip() throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.slow)
        for (rate, frames) in [("30", 30.0), ("24", 24), ("60000/1001", 59.9)] {
            _ = try place.replay("edit", "--reset")
            try place.result("cut", "1.05..2.31")
            let wanted = try ranges(place)
            try place.result("edits", "-o", "edit.edl", "--fps", rate, "--force")
            try place.result("cut", "0..0.5")
            try place.result("edit", "--apply", "edit.edl")
            let moved = zip(try ranges(place).joined(), wanted.joined()).map { abs($0 - $1) }
            #expect(moved.count == 4 && moved.dropLast().allSatisfy { $0 <= 0.51 / frames }, "\(rate): \(moved)")
        }
    }

    @Test(
        "melt plays all audio tracks of the recording, at every speed",
        .enabled(if: (try? ChildProcess(["melt", "--version"]).wait().status) == 0, "melt is not there"))
    func tracks() throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.slow)
        try place.result("edit", "speed", "4..8", "0.5x")
        #expect(try place.replay("edits", "--as", "mlt", "-o", "edit.mlt").status == 0)
        place.variables["QT_QPA_PLATFORM"] = "offscreen"
        let judged = try place.shell(
            "timeout 100 melt -quiet edit.mlt -consumer avformat:out.wav real_time=-1 vn=1 acodec=pcm_s16le")
        #expect(judged.status == 0, "\(judged.errors)")
        let samples = try ExportedMovie(place.path("out.wav")).samples()
        for start in [1, 6] {
            let second = samples[(start * 48_000)..<((start + 1) * 48_000)]
            for frequency in [500.0, 1500] {
                #expect(Self.amplitude(of: frequency, in: second) > 0.05, "\(frequency) Hz at \(start) s")
            }
            #expect(Self.amplitude(of: 1000, in: second) < 0.01)
        }
    }

    /// Returns the amplitude of a tone, by its discrete Fourier coefficient.
    private static func amplitude(of frequency: Double, in samples: ArraySlice<Float>) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (place, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * frequency * Double(place) / 48_000
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }
}
