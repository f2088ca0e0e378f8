import FFmpeg
import MediaTime
import ReplayMovie

/// Goes through the pictures that the spans of a plan show, decoded, each with what the camera shows with it.
final class PictureWalk {
    private let reader: PictureReader
    private let camera: CameraLayer?
    private let timescale: Int32

    /// By how much a camera's picture may come late, in milliseconds: a little more than a picture of 30 a second lasts.
    private static let cameraPatience: Int64 = 35

    /// - Parameter showsCamera: whether there is a camera to be shown.
    init(_ movie: MovieReader, track: Int, showsCamera: Bool) throws {
        reader = try PictureReader(movie, track: track)
        camera = showsCamera ? try movie.cameraTrack.map { try CameraLayer(movie, track: $0) } : nil
        timescale = movie.index.tracks[track].timescale
    }

    /// Calls `body` with each picture of a span, what the camera shows then, and when it is shown in the recording, in
    /// the track's ticks.
    func pictures(
        of span: PictureSpan, decodeFrom: MediaTime, _ body: (Frame, Frame?, Int64) throws -> Void
    ) throws {
        let (start, end) = (ticks(span.source.start), ticks(span.source.end))
        try reader.seek(to: start, from: ticks(decodeFrom))
        try camera?.seek(to: span.source.start)
        var time = start
        // The picture on the screen at the cut began before it: it is shown from the cut on.
        while time < end, let picture = reader.current {
            try camera?.advance(to: MediaTime(value: time, timescale: timescale))
            try body(picture, camera?.picture, time)
            let change = PictureChange(
                screen: reader.nextTime, camera: camera?.nextTime?.converted(to: timescale, rounding: .up).value,
                patience: Int64(timescale) * Self.cameraPatience / 1000)
            guard let change else { break }
            if change.isOfScreen { try reader.advance() }
            time = change.time
        }
    }

    /// Calls `body` with each picture of a plan that copies none, in the order of the output.
    func pictures(of plan: ExportPlan, _ body: (ShownPicture) throws -> Void) throws {
        var pending: (screen: Frame, camera: Frame?, start: Int64)?
        func end(_ time: Int64) throws {
            guard let (screen, camera, start) = pending, time > start else { return }
            try body(ShownPicture(screen: screen, camera: camera, start: start, end: time))
            pending = nil
        }
        for span in plan.pictures {
            guard case .encode(_, let keyframe) = span.action else { continue }
            try pictures(of: span, decodeFrom: keyframe) { screen, camera, time in
                let start = span.outputTicks(of: time, timescale: timescale)
                try end(start)
                // Of two at one time the first is shown.
                if pending == nil { pending = (screen, camera, start) }
            }
        }
        try end(plan.durationTicks)
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: timescale, rounding: .nearest).value }
}
