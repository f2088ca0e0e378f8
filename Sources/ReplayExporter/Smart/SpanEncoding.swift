import FFmpeg
import MediaTime
import ReplayMovie

/// Encodes the spans that cannot be copied.
struct SpanEncoding {
    private let walk: PictureWalk<PictureReader>
    private let encoder: StitchingEncoder
    private let camera: (fitter: PictureFitter, place: CameraPlacement.Rectangle)?
    private let timescale: Int32

    /// From one keyframe to the next at most, in ticks of the output.
    static let keyframeInterval = 2 * Int64(ExportPlan.timescale)

    init(_ renderer: SmartRenderer) throws {
        let (movie, track) = (renderer.movie, renderer.videoTrack)
        walk = try PictureWalk(movie, track: track, showsCamera: renderer.plan.camera != nil)
        encoder = renderer.encoder
        timescale = movie.index.tracks[track].timescale
        camera = renderer.plan.camera.map {
            (PictureFitter(width: $0.width, height: $0.height, colours: renderer.plan.colours), $0)
        }
    }

    /// - Parameter next: the id of the IDR that comes after the span.
    func encode(
        _ span: PictureSpan, decodeFrom keyframe: MediaTime, before next: UInt32?, to pictures: StitchedPictures
    ) throws {
        var keyframeDue = Int64.min
        try walk.pictures(of: span, decodeFrom: keyframe) { picture, shown, time in
            let time = span.outputTicks(of: time, timescale: timescale)
            let picture = try covered(picture, by: shown)
            pictures.expect([time])
            if time >= keyframeDue {
                keyframeDue = time + Self.keyframeInterval
                let neighbours = [pictures.lastID, next].compactMap(\.self)
                let (packet, id) = try encoder.encodeIDR(picture, at: time, beside: neighbours)
                try pictures.append(packet, idrID: id)
            } else {
                try pictures.append(try encoder.encode(picture, at: time), idrID: nil)
            }
        }
    }

    private func covered(_ picture: Frame, by shown: Frame?) throws -> Frame {
        guard let camera, let shown else { return picture }
        return try picture.covered(by: try camera.fitter.fit(shown), x: camera.place.x, y: camera.place.y)
    }
}
