import FFmpeg
import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport

/// A recording as the recorder writes it, made faster than real time. It has four seconds of video, with a keyframe
/// each second and fragments of 200 ms.
final class SmallRecording {
    static let (frameRate, frames, framesPerFragment) = (Int64(15), Int64(60), Int64(3))

    private let directory: TemporaryDirectory
    var home: URL { directory.url.appending(path: "home") }
    let library: RecordingLibrary
    let id: RecordingID

    /// - Parameters:
    ///   - isFinished: True if the recording ended normally; false if its recorder was killed.
    ///   - hasProxy: True if the recording has a proxy. The proxy is a copy of the movie here.
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

    /// Repairs the recording, which must need it.
    ///
    /// A process that another test forks holds this process's locks until it calls exec, so this method retries for 10
    /// s.
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
    /// Paints a bar whose position shows the number.
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
