import FFmpeg
import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport

/// A recording as a recorder writes it, made faster than time: four seconds of video, a keyframe each second, in fragments
/// of 200 ms.
final class SmallRecording {
    static let (frameRate, frames, framesPerFragment) = (Int64(15), Int64(60), Int64(3))

    private let directory: TemporaryDirectory
    var home: URL { directory.url.appending(path: "home") }
    let library: RecordingLibrary
    let id: RecordingID

    /// - Parameters:
    ///   - isFinished: whether it came to its end; otherwise its recorder was killed.
    ///   - hasProxy: whether it has a proxy, which is a copy of its movie here.
    init(isFinished: Bool, hasProxy: Bool = false) throws {
        directory = try TemporaryDirectory("small")
        library = try .open(home: directory.path("home"))
        let (recording, lock) = try library.create(RecordingFacts(id: .generate(), name: "small", origin: .screen))
        id = recording.id
        let duration = MediaTime(value: Self.frames, timescale: Int32(Self.frameRate))
        try lock.note(duration)
        try Self.write(Recording.movieName, recording)
        if hasProxy { try Self.write(Recording.proxyName, recording) }
        var facts = recording.facts
        facts.movieHeader = Data(try recording.openMovie().header)
        if isFinished {
            facts.ending = .init(
                reason: .requested, message: nil, duration: duration, frames: Int(Self.frames), droppedFrames: 0)
        }
        try recording.folder.write(facts)
        withExtendedLifetime(lock) {}
    }

    var recording: Recording { get throws { try library.recording(id) } }

    /// Repairs the recording, which wants it.
    ///
    /// A process that another test forks holds this one's locks until it calls exec: it is waited for.
    func repair(isThorough: Bool = false) throws -> RecordingRepair? {
        for _ in 0..<5000 {
            if let repair = try library.repair(isThorough: isThorough).first { return repair }
            usleep(2000)
        }
        return nil
    }

    func url(_ name: String) -> URL { home.appending(path: "recordings/\(id)/\(name)") }

    var movie: URL { url(Recording.movieName) }

    private static func write(_ name: String, _ recording: Recording) throws {
        let image = try PixelBuffer(width: 128, height: 72)
        var settings = VideoEncoderSettings.recording(
            width: 128, height: 72, timeBase: .oneOver(90_000), quantizer: 30, level: 30)
        settings.pixelFormat = .nv12
        let encoder = try Encoder.video(settings)
        let track = MovieTrack(parameters: encoder.parameters, timeBase: .oneOver(90_000), title: "Screen")
        let writer = try MovieWriter(name, in: recording.folder, tracks: [track], start: .together)
        for number in 0..<frames {
            image.paint(Int(number))
            let frame = try image.frame(pts: number * 90_000 / frameRate, isKeyframe: number % frameRate == 0)
            var packets = encoder.packets(of: frame)
            while var packet = try packets.next() {
                packet.streamIndex = 0
                packet.duration = 90_000 / frameRate
                try writer.write(packet)
            }
            if number % framesPerFragment == framesPerFragment - 1 { try writer.endFragment() }
        }
        try writer.finish()
    }
}

extension PixelBuffer {
    /// A bar whose place tells the number.
    fileprivate func paint(_ number: Int) {
        guard let luma, let chroma else { return }
        for row in 0..<height / 2 {
            for column in 0..<width { chroma[row * chromaStride + column] = 128 }
        }
        for row in 0..<height {
            for column in 0..<width { luma[row * lumaStride + column] = column / 2 == number ? 235 : 16 }
        }
    }
}
