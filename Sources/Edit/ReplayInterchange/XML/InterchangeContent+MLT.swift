import MediaTime
import ReplayTimeline

extension InterchangeContent {
    /// Returns the edit as MLT XML: https://www.mltframework.org/docs/mltxml/. Speeds use the producer `timewarp`.
    ///
    /// Each audio stream beyond the first has a track of its own, which the transition `mix` adds to the others.
    func mltXML(_ grid: FrameGrid) -> String {
        let speeds = Set(grid.clips.map(\.speed)).sorted()
        let tracks = media.audioStreams.isEmpty ? [nil] : media.audioStreams.map(Int?.some)
        let producers = tracks.indices.flatMap { track in
            speeds.map { producer(at: $0, grid: grid, track: track, audio: tracks[track]) }
        }
        let root = XMLElement(
            "mlt", attributes: ["LC_NUMERIC": "C", "producer": "edit", "title": name],
            children: [profile(grid)] + producers + tracks.indices.map { playlist(grid.clips, track: $0) } + [
                XMLElement(
                    "tractor",
                    attributes: ["id": "edit", "in": "0", "out": "\((grid.clips.last?.edited.upperBound ?? 1) - 1)"],
                    children: tracks.indices.map(Self.track) + tracks.indices.dropFirst().map(Self.mix))
            ])
        return root.document()
    }

    private static func track(_ track: Int) -> XMLElement {
        XMLElement(
            "track", attributes: ["producer": name(of: "clips", track: track), "hide": track > 0 ? "video" : nil])
    }

    /// Returns the transition that adds a track's audio to that of the first track.
    private static func mix(_ track: Int) -> XMLElement {
        XMLElement(
            "transition",
            children: properties([
                "mlt_service": "mix", "a_track": "0", "b_track": "\(track)", "always_active": "1", "sum": "1",
            ]))
    }

    private static func properties(_ properties: KeyValuePairs<String, String>) -> [XMLElement] {
        properties.map { XMLElement("property", attributes: ["name": $0], text: $1) }
    }

    private func profile(_ grid: FrameGrid) -> XMLElement {
        let rate = grid.rate.framesPerSecond
        return XMLElement(
            "profile",
            attributes: [
                "description": "", "width": "\(media.width)", "height": "\(media.height)", "progressive": "1",
                "sample_aspect_num": "1", "sample_aspect_den": "1", "display_aspect_num": "\(media.width)",
                "display_aspect_den": "\(media.height)", "frame_rate_num": "\(rate.numerator)",
                "frame_rate_den": "\(rate.denominator)", "colorspace": "709",
            ])
    }

    /// Returns the producer of the movie at a speed. Its frames are counted after the change of speed.
    /// - Parameter audio: The index of the audio stream, or nil for MLT's default.
    private func producer(at speed: Speed, grid: FrameGrid, track: Int, audio: Int?) -> XMLElement {
        let factor = speed.factor
        let count = max(1, Int128(grid.frameCount) * Int128(factor.denominator) / Int128(factor.numerator))
        let decimal = "\(Double(factor.numerator) / Double(factor.denominator))"
        let source: KeyValuePairs<String, String> =
            speed == .normal
            ? ["resource": media.path, "mlt_service": "avformat"]
            : [
                "resource": "\(decimal):\(media.path)", "mlt_service": "timewarp", "warp_speed": decimal,
                "warp_resource": media.path, "warp_pitch": "1",
            ]
        let streams = audio.map { Self.properties(["audio_index": "\($0)"]) } ?? []
        return XMLElement(
            "producer", attributes: ["id": Self.id(of: speed, track: track), "in": "0", "out": "\(count - 1)"],
            children: Self.properties(source) + streams)
    }

    private func playlist(_ clips: [FrameGrid.Clip], track: Int) -> XMLElement {
        XMLElement(
            "playlist", attributes: ["id": Self.name(of: "clips", track: track)],
            children: clips.map { clip in
                let factor = clip.speed.factor
                let scaled = Int128(clip.source.lowerBound) * Int128(factor.denominator)
                let first = Int(clamping: Rounding.nearest.quotient(scaled, by: Int128(factor.numerator)))
                return XMLElement(
                    "entry",
                    attributes: [
                        "producer": Self.id(of: clip.speed, track: track), "in": "\(first)",
                        "out": "\(first + clip.edited.count - 1)",
                    ])
            })
    }

    private static func id(of speed: Speed, track: Int) -> String {
        let movie = speed == .normal ? "movie" : "movie-\(speed.factor.numerator)-\(speed.factor.denominator)"
        return name(of: movie, track: track)
    }

    private static func name(of item: String, track: Int) -> String { track == 0 ? item : "\(item)-audio-\(track + 1)" }
}
