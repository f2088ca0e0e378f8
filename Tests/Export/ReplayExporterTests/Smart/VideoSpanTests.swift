import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition
@testable import ReplayRendering

/// Checks which frames are copied and encoded, over random movies and edits.
@Suite struct VideoSpanTests {
    private static let timescale: Int32 = 90_000

    /// A movie without frame data: closed GOPs of random length, in every decoding order that encoders use.
    private struct Movie {
        var samples: [MovieIndex.Sample] = []
        var idrs: [GOPIndex.IDR] = []
        var end: Int64 = 0

        init(reorders: Bool, using random: inout SplitMix64) {
            // Some movies begin late. The first frame is shown from 0 on nevertheless.
            var time = Bool.random(using: &random) ? 0 : Int64.random(in: 1...9000, using: &random)
            for group in 0..<Int.random(in: 1...12, using: &random) {
                idrs.append((samples.count, UInt32(group % 2)))
                var times = [time]
                for _ in 0..<Int.random(in: 0...20, using: &random) {
                    times.append(times[times.count - 1] + .random(in: 1...9000, using: &random))
                }
                time = times[times.count - 1] + .random(in: 1...90_000, using: &random)
                // Some later frames are decoded before earlier ones, as with B-frames.
                var order = Array(times.indices)
                if reorders {
                    for place in stride(from: 1, to: times.count - 2, by: 3) where Bool.random(using: &random) {
                        order.swapAt(place, place + 2)
                    }
                }
                for (place, number) in order.enumerated() {
                    samples.append(
                        MovieIndex.Sample(
                            dts: times[place], pts: times[number], duration: 1, offset: 0, size: 1,
                            isKeyframe: place == 0))
                }
            }
            end = time
        }

        var source: RecordedVideo {
            RecordedVideo(
                width: 320, height: 180, rotation: 0, pixelAspect: 1, timescale: VideoSpanTests.timescale,
                times: samples.map(\.pts).sorted(),
                keyframes: idrs.map { MediaTime(value: samples[$0.sample].pts, timescale: VideoSpanTests.timescale) })
        }
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: Self.timescale) }

    private func edit(_ movie: Movie, _ random: inout SplitMix64) throws -> Edit {
        var edit = try Edit(duration: time(movie.end))
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let near = Bool.random(using: &random) ? movie.samples.randomElement(using: &random)?.pts : nil
            let start =
                near.map { $0 + .random(in: -1...1, using: &random) } ?? .random(in: 0..<movie.end, using: &random)
            let length = Int64.random(in: 1...max(2, movie.end / 4), using: &random)
            try? edit.apply(
                .cut(TimeRange(start: time(max(0, start)), end: time(min(movie.end, max(1, start) + length)))))
        }
        return edit
    }

    @Test("Spans show what the edit keeps, all of it, and each can be decoded by itself", arguments: [false, true])
    func properties(reorders: Bool) throws {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            let movie = Movie(reorders: reorders, using: &random)
            let gops = try #require(GOPIndex(samples: SampleTable(movie.samples), idrs: movie.idrs))
            let edit = try edit(movie, &random)
            let plan = ExportPlan(
                edit: edit, source: movie.source, preset: try .named("original"), copied: .groups(gops))
            #expect(plan.rendering == .smart)
            expectWhole(plan, edit)
            expectDecodable(plan, movie, gops)
            #expect(plan.frames.count <= edit.clips.count * 4)
        }
    }

    /// Expects that the spans follow each other without gaps, in the recording and in the output.
    private func expectWhole(_ plan: ExportPlan, _ edit: Edit) {
        var end = MediaTime.zero
        for span in plan.frames {
            #expect(span.start == end)
            #expect(!span.source.isEmpty)
            end = end + span.source.duration
        }
        #expect(end == edit.editedDuration)
        for clip in edit.clips {
            let spans = plan.frames.filter { clip.source.contains($0.source) }
            #expect(spans.first?.source.start == clip.source.start && spans.last?.source.end == clip.source.end)
            #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.source.end == $1.source.start })
        }
    }

    private func expectDecodable(_ plan: ExportPlan, _ movie: Movie, _ gops: GOPIndex) {
        var last: UInt32?
        for span in plan.frames {
            guard case .copy(let samples) = span.action else {
                last = nil
                continue
            }
            let ids = Dictionary(uniqueKeysWithValues: movie.idrs.map { ($0.sample, $0.id) })
            #expect(ids[samples.lowerBound] != nil, "copying begins with an IDR")
            if let last { #expect(ids[samples.lowerBound] != last, "two IDRs of one id") }
            last = ids[samples.upperBound - 1]
            let range = span.source.start.value..<span.source.end.value
            let shown = movie.samples.filter { range.contains($0.pts) }.map(\.pts)
            #expect(movie.samples[samples].map(\.pts).sorted() == shown.sorted(), "all that is shown, and nothing else")
            if gops.reorderDepth > 0, samples.upperBound < movie.samples.count {
                let rest = movie.samples[samples.upperBound...].prefix(while: { !$0.isKeyframe }).map(\.pts)
                #expect((shown.max() ?? 0) < (rest.min() ?? .max), "nothing is shown before what was copied")
            }
        }
    }

    @Test(
        "Where a recording counts more finely than the output, each frame has a tick of its own",
        arguments: [false, true])
    func fineTimescale(reorders: Bool) throws {
        var random = SplitMix64.seeded()
        let timescale = Self.timescale * 256
        func fine(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
        for _ in 0..<500 {
            var movie = Movie(reorders: reorders, using: &random)
            var finer: [Int64: Int64] = [:]
            for sample in movie.samples { finer[sample.pts] = sample.pts * 512 + .random(in: 0...256, using: &random) }
            movie.samples = movie.samples.map {
                let (dts, pts) = (finer[$0.dts, default: 0], finer[$0.pts, default: 0])
                return MovieIndex.Sample(
                    dts: dts, pts: pts, duration: 1, offset: 0, size: 1, isKeyframe: $0.isKeyframe)
            }
            let end = movie.end * 512
            var edit = try Edit(duration: fine(end))
            for _ in 0..<6 {
                let edges = (0..<2).compactMap { _ in movie.samples.randomElement(using: &random)?.pts }
                    .map { min(max(0, $0 + .random(in: -300...300, using: &random)), end) }.sorted()
                // A cut of nothing, or of everything, is an error and is left out.
                try? edit.apply(.cut(TimeRange(start: fine(edges[0]), end: fine(edges[1]))))
            }
            let gops = try #require(GOPIndex(samples: SampleTable(movie.samples), idrs: movie.idrs))
            let times = movie.samples.map(\.pts).sorted()
            let source = RecordedVideo(
                width: 320, height: 180, rotation: 0, pixelAspect: 1, timescale: timescale, times: times,
                keyframes: movie.idrs.map { fine(movie.samples[$0.sample].pts) })
            let plan = ExportPlan(edit: edit, source: source, preset: try .named("original"), copied: .groups(gops))
            #expect(plan.rendering == .smart)
            // An edit that keeps less than a tick in total shows nothing.
            guard plan.durationTicks > 0 else { continue }
            let shown = plan.frames.flatMap { span -> [Int64] in
                guard case .copy(let samples) = span.action else {
                    return span.shownTimes(times, timescale: timescale)
                        .map { span.outputTicks(of: $0, timescale: timescale) }
                }
                return span.outputTimes(of: movie.samples[samples], timescale: timescale).sorted()
            }
            #expect(shown.first == 0 && zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
            #expect((shown.last ?? 0) < plan.durationTicks && plan.frames.last?.endTicks == plan.durationTicks)
        }
    }

    @Test("A group that is not closed is none")
    func openGroups() {
        func sample(_ pts: Int64) -> MovieIndex.Sample {
            MovieIndex.Sample(dts: pts, pts: pts, duration: 1, offset: 0, size: 1, isKeyframe: true)
        }
        let samples = [sample(0), sample(10), sample(30), sample(20), sample(40)]
        #expect(GOPIndex(samples: SampleTable(samples), idrs: [(0, 0), (2, 1)]) == nil)
        #expect(GOPIndex(samples: SampleTable(samples), idrs: [(0, 0), (4, 1)])?.reorderDepth == 1)
        #expect(GOPIndex(samples: SampleTable(samples), idrs: []) == nil)
        #expect(GOPIndex(samples: SampleTable([sample(50)] + samples), idrs: [(1, 0)]) == nil)
    }

    @Test("Where the camera is shown, frames are encoded, and only there")
    func camera() throws {
        let samples = (0..<300).map {
            MovieIndex.Sample(
                dts: $0 * 3000, pts: $0 * 3000, duration: 3000, offset: 0, size: 1, isKeyframe: $0 % 60 == 0)
        }
        let gops = try #require(
            GOPIndex(samples: SampleTable(samples), idrs: (0..<5).map { (sample: $0 * 60, id: UInt32($0 % 2)) }))
        var source = RecordedVideo(
            width: 1280, height: 720, rotation: 0, pixelAspect: 1, timescale: Self.timescale, times: samples.map(\.pts),
            keyframes: (0..<5).map { time($0 * 180_000) })
        source.camera = (640, 480)
        source.cameraStart = time(400_000)
        let edit = try Edit(duration: time(900_000))
        func plan(_ camera: CameraPlacement?) throws -> ExportPlan {
            ExportPlan(
                edit: edit, source: source, preset: try .named("original"), camera: camera, copied: .groups(gops))
        }
        #expect(try plan(nil).frames.map(\.action) == [.copy(samples: 0..<300)])
        #expect(
            try plan(.standard).frames.map(\.action) == [
                .copy(samples: 0..<134), .encode(.camera, decodeFrom: time(360_000)),
            ])
    }

    @Test("The frame rate counts a camera's frames where the camera is shown")
    func cameraRate() throws {
        var source = RecordedVideo(
            width: 640, height: 360, rotation: 0, pixelAspect: 1, timescale: Self.timescale,
            times: (0..<5).map { $0 * 90_000 }, keyframes: [.zero])
        source.camera = (320, 240)
        source.cameraStart = .zero
        source.cameraTimes = (0..<150).map { $0 * 3000 }
        let edit = try Edit(duration: time(450_000))
        func rate(_ camera: CameraPlacement?) throws -> Int {
            ExportPlan(edit: edit, source: source, preset: try .named("hls"), camera: camera).maxFrameRate
        }
        #expect(try rate(nil) == 1)
        #expect((30...31).contains(try rate(.standard)))
    }

    @Test("A hundred thousand cuts are planned in seconds")
    func manyCuts() throws {
        let movie = 100_001 * Int64(90)
        let samples = stride(from: Int64(0), to: movie, by: 3000).enumerated().map {
            MovieIndex.Sample(dts: $1, pts: $1, duration: 3000, offset: 0, size: 1, isKeyframe: $0 % 60 == 0)
        }
        let idrs = stride(from: 0, to: samples.count, by: 60).map { GOPIndex.IDR(sample: $0, id: UInt32($0 / 60 % 2)) }
        let gops = try #require(GOPIndex(samples: SampleTable(samples), idrs: idrs))
        let source = RecordedVideo(
            width: 320, height: 180, rotation: 0, pixelAspect: 1, timescale: Self.timescale, times: samples.map(\.pts),
            keyframes: idrs.map { time(samples[$0.sample].pts) })
        var edit = try Edit(duration: time(movie))
        for cut in 0..<Int64(99_999) {
            try edit.apply(.cut(TimeRange(start: time(cut * 90 + 10), end: time(cut * 90 + 20))))
        }
        let audio = ExportPlan.CopiedTrack(track: 1, packets: (0..<movie / 1920).map { $0 * 1024 }, sampleRate: 48_000)
        var plan: ExportPlan?
        let spent = try ThreadTime.measure {
            plan = ExportPlan(
                edit: edit, source: source, preset: try .named("original"), copied: .groups(gops), audio: audio)
        }
        #expect(plan?.clips.count == 100_000)
        #expect(spent < .seconds(10), "\(spent)")
    }
}
