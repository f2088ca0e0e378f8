import FFmpeg
import Files
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// The movie of a clip from any instant on, cut as by an export, but with all of its tracks. Use it from one thread.
struct ClipCut {
    private let movie: MovieReader
    private let start: MediaTime
    /// The renderer of each video track that begins before the cut, by track index.
    private var renderers: [Int: SmartRenderer] = [:]
    private let video: Int
    /// The duration of the clip.
    let duration: MediaTime

    private static let fragmentBytes = 1 << 20

    /// - Parameter start: The time in the recording at which the clip begins.
    /// - Returns: Nil if frames cannot be encoded with the recording's codec parameters.
    /// - Throws: `FileSystemError`, `MovieError`, `EditError`.
    init?(_ recording: Recording, from start: MediaTime) throws {
        let movie = try recording.openMovie()
        guard let video = movie.index.videoTrack else { return nil }
        self.movie = movie
        (self.start, self.video) = (start, video)
        let whole = try Edit(duration: recording.duration(of: movie.index))
        let edit = try whole.applying([.trim(TimeRange(start: start, end: whole.duration))])
        duration = edit.editedDuration
        for (place, track) in movie.index.tracks.enumerated() where track.kind == .video {
            guard let first = track.samples.first, MediaTime(value: first.pts, timescale: track.timescale) < start
            else {
                continue
            }
            guard let renderer = Self.renderer(movie, track: place, edit: edit) else { return nil }
            renderers[place] = renderer
        }
        guard renderers[video] != nil else { return nil }
    }

    private static func renderer(_ movie: MovieReader, track: Int, edit: Edit) -> SmartRenderer? {
        do throws(Rendering.Obstacle) {
            let video = try CopyableVideo(movie, track: track)
            let plan = ExportPlan(
                edit: edit, source: RecordedVideo(movie, track: track), preset: .unchanged,
                copied: .groups(video.gops, splices: video.splices(of: movie, track)))
            if let obstacle = plan.rendering.obstacle { throw obstacle }
            let encoder = try SpliceEncoder.open(for: video, movie.streams[track].parameters)
            return SmartRenderer(plan: plan, movie: movie, videoTrack: track, video: video, encoder: encoder)
        } catch {
            return nil
        }
    }

    /// Writes the movie `name` into `folder`.
    /// - Returns: The number of frames of the screen's track.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`. An incomplete movie is not removed.
    func write(to name: String, in folder: Directory) throws -> Int {
        let writer = try MovieWriter(name, in: folder, tracks: tracks(), start: .together)
        var others = try OtherTracks(movie, from: start, except: video, rendered: try cameraPackets())
        var gathered = 0
        func write(_ packet: Packet) throws {
            gathered += packet.size
            try writer.write(packet)
            guard gathered > Self.fragmentBytes else { return }
            gathered = 0
            try writer.endFragment()
        }
        let frames = try renderers[video]?.render(
            to: PacketGatherer { packet in
                let time = MediaTime(value: packet.dts ?? 0, timescale: ExportPlan.timescale)
                try others.packets(until: time) { try write($0) }
                var packet = packet
                packet.streamIndex = video
                try write(packet)
            })
        try others.packets(until: nil) { try write($0) }
        try writer.finish()
        return frames ?? 0
    }

    private func tracks() -> [MovieTrack] {
        zip(movie.streams, movie.index.tracks).enumerated().map { place, track in
            let renderer = renderers[place]
            return MovieTrack(
                parameters: track.0.parameters,
                timeBase: renderer == nil ? track.1.timeBase : .oneOver(ExportPlan.timescale),
                rotation: track.0.rotation, title: track.0.title)
        }
    }

    /// Returns the packets of the camera's frames, by track index.
    private func cameraPackets() throws -> [Int: [Packet]] {
        var packets: [Int: [Packet]] = [:]
        for (place, renderer) in renderers where place != video {
            _ = try renderer.render(to: PacketGatherer { packets[place, default: []].append($0) })
        }
        return packets
    }

    /// A video output that passes a renderer's packets to a closure.
    private final class PacketGatherer: VideoOutput {
        private let body: (Packet) throws -> Void

        init(_ body: @escaping (Packet) throws -> Void) { self.body = body }

        func begin(_ parameters: CodecParameters) {}
        func write(_ packet: Packet) throws { try body(packet) }
        func finish() {}
    }
}

extension Preset {
    /// A preset that keeps the size and the frame rate. The other encoder settings come from the recording.
    fileprivate static let unchanged = Preset(
        version: 1, name: "", summary: "", video: Video(crf: 16, encoderPreset: .ultrafast),
        audio: Audio(bitRate: 128_000))
}
