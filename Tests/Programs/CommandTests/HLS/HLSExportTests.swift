import Foundation
import ReplayTestSupport
import Testing

/// Checks HLS folders of movies of all kinds, with our validator and with other readers: FFmpeg’s demuxer, GStreamer’s,
/// and the package m3u8.
@Suite(.timeLimit(.minutes(30))) struct HLSExportTests {
    static let presets = ["hls", "hls-single"]

    /// All samples with several rungs; only some with one rung, because its segments are made in the same way.
    private static let cases = HLSMedia.samples.flatMap { sample in
        let isOfOneToo = ["variable.mp4", "one-picture.mp4", "silent.mp4", "cuts.mp4"].contains(sample.file)
        return (isOfOneToo ? presets : ["hls"]).map { (sample, $0) }
    }

    @Test("No row is violated, and what is shown is what the MP4 file shows", arguments: cases.sample(8))
    func noRowIsViolated(sample: HLSSample, preset: String) throws {
        let place = try Workplace()
        let id = try sample.make(on: place)
        let outcome = try place.replay("export", id, "--preset", preset, "-o", "out")
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.line == "out/main.m3u8")
        try HLSValidation.expectClean("out", on: place)

        let folder = try HLSFolder(place.path("out"))
        #expect(try folder.missing().isEmpty)
        let largest = try #require(folder.largest)
        let wanted = try HLSReference(id, preset: preset, rate: sample.rate, on: place).frames()
        #expect(wanted.frames.first?.time == 0)
        let seen = try ShownFrames.ffmpeg(folder, variant: largest)
        seen.expectSame(as: wanted, within: 0)
        guard preset == "hls" else { return }
        let streamed = try ShownFrames.gstreamer(folder, variant: largest, hasAudio: sample.hasAudio)
        // GStreamer counts nanoseconds, and rounds in between.
        streamed.expectSame(as: wanted, within: 1)
    }

    /// The AAC priming samples before the first audible one. MP4 files hide them from ffmpeg; playlists do so only from
    /// FFmpeg 6 on.
    private static let priming = 1024

    @Test(
        "The audio equals that of the MP4 file, sample for sample",
        arguments: HLSMedia.samples.filter { ["motion.mp4", "two-sounds.mp4", "cuts.mp4"].contains($0.file) })
    func whatIsHeardIsWhatTheMP4File(sample: HLSSample) throws {
        let place = try Workplace()
        let id = try sample.make(on: place)
        try HLSPresetFile.write(to: place.path("movie.json")) { $0.makeMovie(rate: nil) }
        try place.result("export", id, "--preset", "hls", "-o", "out")
        try place.result("export", id, "--preset", "./movie.json", "-o", "out.mp4")
        let wanted = try ExportedMovie(place.path("out.mp4")).samples()
        let all = try ExportedMovie(place.path("out/main.m3u8")).samples()
        try #require([0, Self.priming].contains(all.count - wanted.count) && !wanted.isEmpty)
        let heard = all.suffix(wanted.count)
        let loudest = wanted.map(abs).max() ?? 0
        // At a cut, one more packet may be encoded instead of copied.
        let largest = zip(heard, wanted).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 0.001 && loudest > 0.1)
    }

    @Test(
        "A second reader of playlists reads the same",
        .enabled(if: SecondReading.isThere, "the package m3u8 is not there, and PyPI cannot be reached"),
        arguments: HLSMedia.samples.filter { ["ladder.mp4", "silent.mp4", "short.mp4"].contains($0.file) }, presets)
    func secondReaderOfPlaylistsReadsTheSame(sample: HLSSample, preset: String) throws {
        let place = try Workplace()
        try place.result("export", sample.make(on: place), "--preset", preset, "-o", "out")
        let folder = try HLSFolder(place.path("out"))
        let reading = try SecondReading(of: folder.path)
        #expect(reading.isIndependent)
        #expect(reading.variants.map(\.uri) == folder.variants.map(\.playlist))
        #expect(reading.variants.map(\.bandwidth) == folder.variants.map(\.bandwidth))
        #expect(reading.variants.map(\.resolution) == folder.variants.map(\.size))
        #expect(reading.variants.allSatisfy { $0.codecs != nil && ($0.averageBandwidth ?? .max) <= $0.bandwidth })
        #expect(reading.groups.contains { $0.type == "AUDIO" && $0.channels == "2" } == sample.hasAudio)
        #expect(reading.media.map(\.uri) == folder.playlists)
        for media in reading.media {
            let segments = try folder.segments(of: media.uri)
            #expect(media.files == segments.map(\.file))
            #expect(media.durations == segments.map(\.duration))
            #expect(media.durations.allSatisfy { $0.rounded() <= media.targetDuration })
            #expect(media.isEnded && media.type?.uppercased() == "VOD")
            #expect(media.maps.count == 1)
        }
        #expect(reading.media.contains { $0.isIFramesOnly })
    }
}
