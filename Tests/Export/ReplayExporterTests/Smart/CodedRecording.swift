import AudioSources
import FFmpeg
import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRecording
import ReplayTestSupport
import ReplayTimeline

/// A recording as the recorder writes it, made faster than real time. Every frame shows its number, and every
/// millisecond of its audio is different.
final class CodedRecording {
    static let (width, height) = (320, 180)
    static let cells = 12

    private let directory: TemporaryDirectory
    let recording: Recording
    /// The presentation time of each frame, in ticks of 1/90000 s. A frame's number is its index here.
    let times: [Int64]
    /// The duration, in ticks of 1/90000 s.
    let duration: Int64

    /// - Parameters:
    ///   - times: The ascending presentation times of the frames, from 0.
    ///   - audio: The audio tracks.
    ///   - scale: The factor by which the frames are larger.
    init(
        times: [Int64], duration: Int64, audio: [AudioSource] = [.application],
        origin: RecordingFacts.Origin = .imported, seed: UInt64 = 7, scale: Int = 1
    ) throws {
        directory = try TemporaryDirectory("coded")
        (self.times, self.duration) = (times, duration)
        let library = try RecordingLibrary.open(home: directory.path("home"))
        var facts = RecordingFacts(id: .generate(), name: nil, origin: origin)
        facts.ending = RecordingFacts.Ending(
            reason: .requested, message: nil, duration: MediaTime(value: duration, timescale: 90_000),
            frames: times.count, droppedFrames: 0)
        let (recording, lock) = try library.create(facts)
        defer { withExtendedLifetime(lock) {} }
        self.recording = recording
        try Self.write(recording, times, duration, audio, seed, scale: scale)
    }

    func path(_ name: String) -> String { directory.path(name) }

    /// Returns the edit that keeps these ranges, in ticks. The ranges are ascending and disjoint.
    func edit(keeping ranges: [Range<Int64>]) throws -> Edit {
        func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: 90_000) }
        var edit = try Edit(duration: time(duration))
        var end: Int64 = 0
        for range in ranges + [duration..<duration] {
            if end < range.lowerBound { try edit.apply(.cut(TimeRange(start: time(end), end: time(range.lowerBound)))) }
            end = range.upperBound
        }
        return edit
    }

    /// Returns the frames that an export of an edit must show.
    func frames(of edit: Edit) -> [DecodedExport.Frame] {
        edit.clips.flatMap { clip in
            let source = clip.source.start.value..<clip.source.end.value
            let first = max(0, times.partitioningIndex { $0 > source.lowerBound } - 1)
            return (first..<times.count).prefix { times[$0] < source.upperBound }.map { number in
                let offset = max(0, times[number] - source.lowerBound)
                return DecodedExport.Frame(number: number, time: clip.start.value + offset)
            }
        }
    }

    /// Returns the frame times of a screen that changes irregularly: from 60 frames per second to none for seconds. At
    /// most two seconds pass between frames, because the recorder then repeats the last frame as a keyframe.
    static func changing(seconds: Int64, using random: inout SplitMix64) -> [Int64] {
        var times: [Int64] = [0]
        while let last = times.last, last < seconds * 90_000 {
            let isMoving = Int.random(in: 0..<20, using: &random) > 0
            times.append(
                last
                    + (isMoving
                        ? Int64.random(in: 1500...4500, using: &random) : .random(in: 45_000...180_000, using: &random))
            )
        }
        return Array(times.dropLast())
    }

    private static func write(
        _ recording: Recording, _ times: [Int64], _ duration: Int64, _ audio: [AudioSource], _ seed: UInt64, scale: Int
    ) throws {
        let (width, height) = (width * scale, height * scale)
        let image = try PixelBuffer(width: width, height: height)
        var settings = VideoEncoderSettings.recording(
            width: width, height: height, timeBase: .oneOver(90_000), quantizer: 21, level: 30)
        settings.pixelFormat = .nv12
        let encoder = try Encoder.video(settings)
        let tracks = try audio.enumerated().map { try CodedTrack($1, streamIndex: $0 + 1, seed: seed + UInt64($0)) }
        let screen = MovieTrack(parameters: encoder.parameters, timeBase: .oneOver(90_000), title: "Screen")
        let writer = try MovieWriter(
            Recording.movieName, in: recording.folder, tracks: [screen] + tracks.map(\.output), start: .together)
        var keyframeDue = Int64(0)
        for (number, time) in times.enumerated() {
            image.paint(number: number, cells: cells)
            let isKeyframe = time >= keyframeDue
            if isKeyframe { keyframeDue = time + 180_000 }
            var packets = encoder.packets(of: try image.frame(pts: time, isKeyframe: isKeyframe))
            while var packet = try packets.next() {
                packet.streamIndex = 0
                packet.duration = 1
                try writer.write(packet)
            }
            let next = number + 1 < times.count ? times[number + 1] : duration
            for track in tracks { for packet in try track.packets(upTo: next) { try writer.write(packet) } }
            if number % 10 == 9 { try writer.endFragment() }
        }
        for track in tracks { for packet in try track.rest() { try writer.write(packet) } }
        try writer.endFragment()
        try writer.finish()
    }
}

/// An audio track while it is encoded.
private final class CodedTrack {
    private let kind: AudioSource
    private var encoder: AudioEncoder
    private var audio: CodedAudio

    init(_ kind: AudioSource, streamIndex: Int, seed: UInt64) throws {
        self.kind = kind
        encoder = try AudioEncoder(kind, streamIndex: streamIndex)
        audio = CodedAudio(seed: seed)
    }

    var output: MovieTrack {
        MovieTrack(parameters: encoder.parameters, timeBase: .oneOver(48_000), title: kind.trackTitle)
    }

    /// - Parameter ticks: The end of the audio, in ticks of 1/90000 s.
    func packets(upTo ticks: Int64) throws -> [Packet] {
        let channels = kind.channels
        try audio.advance(to: ticks * 48_000 / 90_000, channels: channels) { frame in
            try frame.withUnsafeBufferPointer { try encoder.encode($0) }
        }
        return encoder.takePackets()
    }

    func rest() throws -> [Packet] {
        try encoder.finish()
        return encoder.takePackets()
    }
}

extension PixelBuffer {
    /// Paints a number as a row of cells, the least significant bit first, over a moving background.
    fileprivate func paint(number: Int, cells: Int) {
        guard let luma, let chroma else { return }
        chroma.update(repeating: 128, count: chromaStride * height / 2)
        for y in 0..<height {
            for x in 0..<width {
                let isCode = y < height / 2
                let isLight = number >> (x * cells / width) & 1 == 1
                luma[y * lumaStride + x] = isCode ? (isLight ? 235 : 16) : UInt8(64 + (x + y + 3 * number) % 96)
            }
        }
    }
}
