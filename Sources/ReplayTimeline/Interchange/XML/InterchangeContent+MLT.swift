import MediaTime

extension InterchangeContent {
    /// The edit as MLT plays it: https://www.mltframework.org/docs/mltxml/, and its producer `timewarp` for speeds.
    func mltXML(_ grid: FrameGrid) -> String {
        let speeds = Set(grid.clips.map(\.speed)).sorted()
        let root = XMLElement(
            "mlt", ["LC_NUMERIC": "C", "producer": "edit", "title": name],
            [profile(grid)] + speeds.map { producer($0, grid) } + [
                playlist(grid.clips, speeds),
                XMLElement(
                    "tractor", ["id": "edit", "in": "0", "out": "\((grid.clips.last?.edited.upperBound ?? 1) - 1)"],
                    [XMLElement("track", ["producer": "clips"])]),
            ])
        return root.document()
    }

    private func profile(_ grid: FrameGrid) -> XMLElement {
        let rate = grid.rate.framesPerSecond
        return XMLElement(
            "profile",
            [
                "description": "", "width": "\(media.width)", "height": "\(media.height)", "progressive": "1",
                "sample_aspect_num": "1", "sample_aspect_den": "1", "display_aspect_num": "\(media.width)",
                "display_aspect_den": "\(media.height)", "frame_rate_num": "\(rate.numerator)",
                "frame_rate_den": "\(rate.denominator)", "colorspace": "709",
            ])
    }

    /// The movie at a speed; its frames are counted as they are shown.
    private func producer(_ speed: Speed, _ grid: FrameGrid) -> XMLElement {
        let factor = speed.factor
        let count = max(1, Int128(grid.frameCount) * Int128(factor.denominator) / Int128(factor.numerator))
        let decimal = "\(Double(factor.numerator) / Double(factor.denominator))"
        let properties: KeyValuePairs<String, String> =
            speed == .normal
            ? ["resource": media.path, "mlt_service": "avformat"]
            : [
                "resource": "\(decimal):\(media.path)", "mlt_service": "timewarp", "warp_speed": decimal,
                "warp_resource": media.path, "warp_pitch": "1",
            ]
        return XMLElement(
            "producer", ["id": Self.id(of: speed), "in": "0", "out": "\(count - 1)"],
            properties.map { XMLElement("property", ["name": $0], text: $1) })
    }

    private func playlist(_ clips: [FrameGrid.Clip], _ speeds: [Speed]) -> XMLElement {
        XMLElement(
            "playlist", ["id": "clips"],
            clips.map { clip in
                let factor = clip.speed.factor
                let scaled = Int128(clip.source.lowerBound) * Int128(factor.denominator)
                let first = Int(clamping: Rounding.nearest.quotient(scaled, by: Int128(factor.numerator)))
                return XMLElement(
                    "entry",
                    ["producer": Self.id(of: clip.speed), "in": "\(first)", "out": "\(first + clip.edited.count - 1)"])
            })
    }

    private static func id(of speed: Speed) -> String {
        speed == .normal ? "movie" : "movie-\(speed.factor.numerator)-\(speed.factor.denominator)"
    }
}
