import Foundation
import ReplayTestSupport
import Testing

/// Checks the audio of imported movies by short tones.
@Suite(.timeLimit(.minutes(30))) struct ImportedAudioTests {
    /// Imports a movie and returns the times of the clicks in its export.
    private func clicks(of movie: SourceMovie, in place: Workplace) throws -> [Double] {
        let id = try place.importMovie(movie)
        try place.result("export", id, "--preset", "original", "--audio-render", "exact", "-o", "out.mp4")
        let exported = try ExportedMovie(place.path("out.mp4"))
        #expect(try exported.numbers() == Array(0..<75))
        return AudioClicks.times(in: try exported.samples())
    }

    private func expect(_ times: [Double], _ wanted: [Double], within tolerance: Double) throws {
        try #require(times.count == wanted.count, "\(times)")
        for (one, other) in zip(times, wanted) { #expect(abs(one - other) < tolerance, "\(times)") }
    }

    private static let source = "\(SourceMovie.frames) -f lavfi -i \(AudioClicks.source):d=3 \(SourceMovie.x264)"

    @Test(
        "A hole in audio stays as long as it is, whatever the codec",
        arguments: [("flac", "mkv"), ("pcm_s16le", "mkv"), ("aac", "mkv"), ("libvorbis", "mkv")])
    func hole(codec: String, kind: String) throws {
        let place = try Workplace()
        let movie = SourceMovie(
            "hole", "hole.\(kind)", "\(Self.source) -af aselect='not(between(t,1.1,1.9))' -c:a \(codec)")
        try expect(try clicks(of: movie, in: place), [0.25, 0.75, 2.25, 2.75], within: 0.025)
    }

    @Test("Audio of a codec that MP4 takes only as an experiment is encoded anew", arguments: ["flac", "truehd"])
    func experimental(codec: String) throws {
        let place = try Workplace()
        let movie = SourceMovie("lossless", "m.mkv", "\(Self.source) -ac 2 -c:a \(codec) -strict -2")
        let wanted = (0..<6).map { 0.25 + 0.5 * Double($0) }
        try expect(try clicks(of: movie, in: place), wanted, within: 0.003)
    }

    @Test("A transport stream whose clock wraps is whole")
    func wrap() throws {
        let place = try Workplace()
        let movie = SourceMovie(
            "wrap", "wrap.ts", "\(Self.source) -bf 2 -c:a aac -output_ts_offset 95442.2")
        let times = try clicks(of: movie, in: place)
        try expect(times, (0..<6).map { 0.25 + 0.5 * Double($0) }, within: 0.03)
    }

    @Test(
        "H.264 in AVI keeps audio and frames together, and frames in their order", arguments: [0, 2], ["auto", "full"])
    func avi(reordered: Int, method: String) throws {
        let place = try Workplace()
        let options =
            "\(SourceMovie.frames) -f lavfi -i \(AudioClicks.source):d=3 -c:v libx264 -preset veryfast -bf \(reordered) -g 25 "
            + "-c:a pcm_s16le"
        let id = try place.importMovie(SourceMovie("AVI", "m.avi", options))
        try place.result(
            "export", id, "--preset", "original", "--render", method, "--audio-render", "exact", "-o", "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.numbers() == Array(0..<75))
        let times = try movie.times().map(\.seconds)
        for (place, time) in times.enumerated() { #expect(abs(time - Double(place) / 25) < 0.001) }
        try expect(
            AudioClicks.times(in: try movie.samples()), (0..<6).map { 0.25 + 0.5 * Double($0) }, within: 0.003)
    }
}
