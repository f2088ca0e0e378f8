import FFmpeg
import Files
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// The movie of a clip, from any instant on: what an export cuts, but with all of its tracks. Used from one thread.
struct ClipCut {
    private let movie: MovieReader
    private let start: MediaTime
    /// What makes the frames of each video track that begins before the cut.
    private var renderers: [Int: SmartRenderer] = [:]
    private let video: Int
    /// How long it is.
    let duration: MediaTime

    private static let fragmentBytes = 1 << 20

    /// - Parameter start: where it begins in the recording.
    /// - Returns: nil where frames cannot be encoded so that they fit the others.
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
            guard let renderer = Self.renderer(movie, place, edit) else { return nil }
            renderers[place] = renderer
        }
        guard renderers[video] != nil else { return nil }
    }

    private static func renderer(_ movie: MovieReader, _ track: Int, _ edit: Edit) -> SmartRenderer? {
        do throws(Rendering.Obstacle) {
            let video = try CopyableVideo(movie, track: track)
            let plan = ExportPlan(
                edit: edit, source: ExportPlan.Source(movie, track: track), preset: .unchanged,
                copied: .groups(video.gops, splices: video.splices(of: movie, track)))
            if let obstacle = plan.rendering.obstacle { throw obstacle }
            let encoder = try StitchingEncoder.open(for: video, movie.streams[track].parameters)
            return SmartRenderer(plan: plan, movie: movie, videoTrack: track, video: video, encoder: encoder)
        } catch {
            return nil
        }
    }

    /// Writes the movie `name` into `folder`.
    /// - Returns: how many frames it has.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`; a movie that was begun is left as it is.
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

    /// The frames of a camera, which stand in a track of their own.
    private func cameraPackets() throws -> [Int: [Packet]] {
        var packets: [Int: [Packet]] = [:]
        for (place, renderer) in renderers where place != video {
            _ = try renderer.render(to: PacketGatherer { packets[place, default: []].append($0) })
        }
        return packets
    }

    /// Takes the packets of a renderer.
    private final class PacketGatherer: VideoOutput {
        private let body: (Packet) throws -> Void

        init(_ body: @escaping (Packet) throws -> Void) { self.body = body }

        func begin(_ parameters: CodecParameters) {}
        func write(_ packet: Packet) throws { try body(packet) }
        func finish() {}
    }
}

extension Preset {
    /// Leaves size and rate as they are; how the rest is encoded goes by the recording.
    fileprivate static let unchanged = Preset(
        version: 1, name: "", summary: "", video: Video(crf: 16, encoderPreset: .ultrafast),
        audio: Audio(bitRate: 128_000))
}
