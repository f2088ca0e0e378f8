import FFmpeg
import MediaTime
import ReplayImporter
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayRendering

/// Checks which frames are decoded if an edit cuts inside a GOP.
@Suite struct PartialDecodingTests {
    @Test("For all cuts in a GOP with B-frames its frames are decoded once, and not all of them")
    func once() throws {
        let directory = try TemporaryDirectory("partial")
        let path = directory.path("movie.mp4")
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-c:v", "libx264",
            "-bf", "2", "-x264-params", "keyint=infinite:scenecut=0:b-adapt=0:b-pyramid=none:ref=1", path,
        ])
        let library = try RecordingLibrary.open(home: directory.path("home"))
        let recording = try MovieImporter(library: library).importMovie(at: path, name: nil)
        var edit = try Edit(duration: try #require(recording.facts.ending).duration)
        func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: 90_000) }
        for second in 0..<3 as Range<Int64> {
            let start = second * 90_000 + 46_000
            try edit.apply(.cut(TimeRange(start: time(start), end: time(start + 20_000))))
        }
        let job = try ExportJob(ExportRequest(recording, edit: edit, preset: try .named("original")))
        let renderer = try #require(job.renderer as? SmartRenderer)
        let spans = job.plan.frames
        var decoding = PartialDecoding(renderer)
        var (packets, repeated) = ([Packet](), 0)
        for number in spans.indices {
            switch decoding.selection(for: spans[number...]) {
            case .packets(let selected): packets += try selected.map { try $0() }
            case .same: repeated += 1
            case nil: #expect(spans[number].encodedFrames == 0)
            }
        }
        // Each of the three cuts has an end and a beginning. A clip that ends on a reference frame needs no encoding.
        #expect(repeated >= 2)
        let times = packets.compactMap(\.pts)
        #expect(times.count == Set(times).count && times.count < renderer.movie.index.tracks[0].samples.count * 2 / 3)
    }
}
