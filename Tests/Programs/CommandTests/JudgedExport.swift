import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// An export, compared with the edit by ffmpeg's command line.
struct JudgedExport {
    let movie: ExportedMovie
    let packets: [PacketFacts]
    /// The hash of the parameter sets, as in `ProbedMovie`.
    let parameterSets: String?
    let frames: DecodedFrames
    let audio: DecodedAudio?
    /// A description of the edit and the export, to repeat a failure.
    private let hint: Comment

    private static let timescale: Int32 = 90_000
    /// The timescale of edit lists.
    private static let movieTimescale: Int64 = 720_000

    init(_ path: String, hint: String) throws {
        let probed = try ProbedMovie(path)
        movie = ExportedMovie(path, streams: probed.streams)
        (packets, parameterSets) = (probed.frames, probed.parameterSets)
        let decoded = try DecodedMovie(movie)
        (frames, audio) = (decoded.frames, decoded.audio)
        self.hint = Comment(rawValue: hint)
    }

    /// The presentation times of the frames, in ticks, ascending.
    var times: [Int64] { packets.map(\.pts).sorted() }

    /// Expects the times of `shown`, in seconds, to the tick, and the duration of the edit.
    func expectTimes(of shown: [(place: Int, time: Double)], lasting duration: MediaTime) throws {
        let end = duration.converted(to: Self.timescale, rounding: .nearest).value
        let wrong = zip(times, shown).first { abs(Double($0) - $1.time * Double(Self.timescale)) > 1.001 }
        #expect(times.count == shown.count && frames.count == shown.count, hint)
        #expect(wrong == nil, hint)
        let video = try #require(movie.video)
        #expect(video.timeBase.denominator == Int64(Self.timescale), hint)
        #expect(video.start == .zero, hint)
        #expect(video.entries["duration_ts"] == "\(end)", hint)
        // If frames are or could be reordered, ffprobe takes the last packet's duration from the wrong end of the edit
        // list.
        let isInOrder = packets.allSatisfy { $0.pts == $0.dts }
        if let last = packets.last, isInOrder { #expect(last.pts + (last.duration ?? 0) == end, hint) }
        for list in try EditListBox.all(in: movie.path).prefix(1) {
            #expect(list.durations.map { $0 * Int64(Self.timescale) / Self.movieTimescale } == [end], hint)
        }
        #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.dts < $1.dts }, hint)
        #expect(packets.allSatisfy { $0.dts <= $0.pts }, hint)
    }

    /// Expects that the movie begins with a keyframe, hides nothing, and has audio as long as its frames.
    func expectWhole() throws {
        #expect(packets.first?.isKeyframe == true, hint)
        for list in try EditListBox.all(in: movie.path) {
            #expect(list.mediaTimes.count == 1 && list.mediaTimes[0] >= 0, hint)
        }
        guard let audio = movie.audio else { return }
        #expect(abs(try #require(audio.start).seconds) < 0.0001, hint)
        #expect(abs(try #require(audio.duration).seconds - (movie.video?.duration?.seconds ?? 0)) < 0.0011, hint)
    }

    /// Expects the recording's frames at `places`, each with at least this PSNR, in dB.
    func expectFrames(_ places: [Int], of recording: DecodedFrames, likeness: Double, areNumbered: Bool) {
        guard frames.size == recording.size else { return }
        if areNumbered { #expect(frames.numbers == places.map { recording.numbers[$0] }, hint) }
        guard frames.count == places.count else { return }
        let worst = places.indices.map { frames.likeness(of: $0, to: recording, at: places[$0]) }.min()
        #expect((worst ?? 0) >= likeness, hint)
    }

    /// Expects the audio in its place just before and after each seam, and no clicks if packets were copied.
    /// - Parameters:
    ///   - steps: The largest step from one sample to the next in the recording.
    ///   - sampleRate: The sample rate of the recording, in Hz.
    func expectAudio(_ wanted: [Float], seams: [Int], isCopied: Bool, steps: Float, sampleRate: Int) {
        guard let audio, let exportRate = movie.audio?.sampleRate else {
            #expect(wanted.allSatisfy { abs($0) < 0.01 }, hint)
            return
        }
        let judge = AudioJudge(audio, wanted: wanted, isCopied: isCopied, sampleRate: min(sampleRate, exportRate))
        #expect(judge.complaints(at: seams) == [], hint)
        // A cross-fade between clips may be a little steeper than either clip. A click is many times steeper.
        if isCopied, judge.mayBeFaded(at: seams) { #expect(judge.maxStep <= 1.25 * steps, hint) }
    }

    /// Expects that the export contains no packet of a removed frame.
    func expectNothing(removedFrom recording: [PacketFacts], keeping places: [Int]) {
        let times = recording.map(\.pts).sorted()
        let kept = Set(places.map { times[$0] })
        let packets = Dictionary(grouping: recording, by: \.hash)
        let copied = self.packets.filter { !$0.isRepetition }.compactMap { packets[$0.hash] }
        #expect(copied.allSatisfy { $0.contains { kept.contains($0.pts) } }, hint)
    }
}
