package import FFmpeg
package import MediaTime
package import ReplayComposition
import ReplayLibrary
package import ReplayMovie

/// An iterator over the frames that the spans of a plan show, with the frames of the camera. The frames are decoded, or
/// only their times are read.
package final class FrameIterator<Track: FrameTrack> {
    package typealias Frame = Track.Frame

    private let reader: Track
    private let camera: CameraLayer<Track>?
    private let timescale: Int32
    private let cameraTolerance: Int64

    /// The maximum time for which a frame is shown before it is repeated, in ticks of the output.
    private static var maxLength: Int64 { ExportPlan.maxFrameSeconds * Int64(ExportPlan.timescale) }

    /// - Parameters:
    ///   - movie: The recording's movie.
    ///   - track: The index of the video track.
    ///   - reader: The reader of the track's frames, or nil to create one.
    ///   - showsCamera: True if the camera is shown.
    package init(_ movie: MovieReader, track: Int, reader: Track? = nil, showsCamera: Bool) throws {
        self.reader = try reader ?? Track(movie, track: track)
        camera = showsCamera ? try movie.cameraTrack.map { try CameraLayer(movie, track: $0) } : nil
        timescale = movie.index.tracks[track].timescale
        cameraTolerance = FrameChange.cameraTolerance(timescale)
    }

    /// Calls `body` with each frame of a span, the camera's frame, and the time of the frame in the recording, in the
    /// track's ticks.
    package func frames(
        of span: VideoSpan, decodeFrom: MediaTime, _ body: (Frame, Frame?, Int64) throws -> Void
    ) throws {
        let (start, end) = (ticks(span.source.start), ticks(span.source.end))
        try reader.seek(to: start, from: ticks(decodeFrom))
        try camera?.seek(to: span.source.start)
        var time = start
        var thinning = VideoSpan.Thinning(span, timescale: timescale)
        // The frame on the screen at the cut began before it, and is shown from the cut.
        while time < end, let frame = reader.current {
            try camera?.advance(to: MediaTime(value: time, timescale: timescale))
            let change = FrameChange(
                screen: reader.nextTime, camera: camera?.nextTime?.converted(to: timescale, rounding: .up).value,
                tolerance: cameraTolerance)
            let next = change.flatMap { $0.time < end ? $0.time : nil }
            if let shown = thinning.shown(time, until: next) {
                try body(frame, camera?.frame, shown)
                if let again = span.repetition?.time(after: shown, until: next ?? end) {
                    time = again
                    continue
                }
            }
            guard let change else { break }
            if change.isOfScreen { try reader.advance() }
            time = change.time
        }
    }

    /// Calls `body` with each frame of a stretch without copied frames, in the order of the output. The first frame is
    /// shown from the stretch's beginning.
    package func frames(of stretch: FrameStretch, _ body: (ShownFrame<Frame>) throws -> Void) throws {
        var pending: (screen: Frame, camera: Frame?, place: FramePosition, start: Int64)?
        var isFirst = true
        func end(_ time: Int64) throws {
            guard let (screen, camera, place, start) = pending, time > start else { return }
            for start in stride(from: start, to: time, by: Int(Self.maxLength)) {
                let end = min(start + Self.maxLength, time)
                try body(ShownFrame(screen: screen, camera: camera, place: place, start: start, end: end))
            }
            pending = nil
        }
        for (number, span) in stretch.spans.enumerated() {
            guard case .encode(_, let keyframe) = span.action else { continue }
            try frames(of: span, decodeFrom: keyframe) { screen, camera, time in
                let start = isFirst ? stretch.range.lowerBound : span.outputTicks(of: time, timescale: timescale)
                isFirst = false
                try end(start)
                // If two frames have the same time in the output, the first is shown.
                if pending == nil { pending = (screen, camera, FramePosition(span: number, time: time), start) }
            }
        }
        try end(stretch.range.upperBound)
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: timescale, rounding: .nearest).value }
}

/// A frame of the recording with its times in the output.
package struct ShownFrame<Frame: Sendable>: Sendable {
    let screen: Frame
    /// The camera's frame that is shown with it.
    package let camera: Frame?
    /// The position in the plan.
    package let place: FramePosition
    /// The start, in ticks of the output.
    package let start: Int64
    /// The end, in ticks of the output.
    package let end: Int64
}

extension FrameComposer {
    /// Composes a frame of the output. Its time is not kept.
    package func compose(_ shown: ShownFrame<Frame>) throws -> Frame {
        try compose(shown.screen, camera: shown.camera, at: shown.place.time)
    }
}
