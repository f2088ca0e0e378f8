import FFmpeg
import H264
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// Frames at proxy size with the camera and effects of an edit, composed by the exporter's own code.
final class ComposedVideo {
    private let camera: CameraLayer<FrameReader>?
    private let cameraTimes: [Int64]
    /// The times at which effects begin, change and end, in ticks of the recording, ascending.
    private let borders: [Int64]
    /// The ranges in which an effect moves, in ticks of the recording; ascending, disjoint.
    private let motions: [Range<Int64>]
    private let repetition: FrameRepetition
    private let timescale: Int32
    private let composer: FrameComposer
    private let lengthSize: Int
    private let encoder: Encoder

    /// The codec parameters, as an MP4 file stores them.
    let parameters: CodecParameters

    /// Returns nil if the edit shows no camera and does not change frames.
    /// - Parameter proxy: The codec parameters of the proxy frames to compose.
    init?(_ session: EditSession, proxy: CodecParameters, placement: CameraPlacement?) throws {
        let (movie, edit) = (session.movie, session.edit)
        let track = placement == nil ? nil : movie.cameraTrack
        guard track != nil || session.recording.showsAlteredFrames(in: edit) else { return nil }
        timescale = edit.timescale
        let pointer = DrawnPointer(try session.recording.recordedPointer(for: edit), in: edit)
        let keys = try session.recording.drawnKeys(for: edit)
        let shortcuts = keys?.parts(timescale: edit.timescale) ?? []
        let moving =
            pointer.ranges(of: .clicks, timescale: edit.timescale) + pointer.movingRanges(timescale: edit.timescale)
            + shortcuts.filter(\.isMoving).map(\.range)
        repetition = FrameRepetition(interval: max(1, Int64(edit.timescale) / Self.motionRate))
        let colours = ColourSpace(proxy).shareable
        let geometry = RecordedVideo.geometry(of: session)
        let screen = geometry.scaled(toWidth: proxy.width, height: proxy.height).output
        let layout = StyleLayout(
            of: edit, screen: geometry.output, reducedTo: screen, hasCamera: placement == .standard && track != nil)
        let size = layout.map { ($0.canvas.width, $0.canvas.height) } ?? screen
        let cameraLayout = track.flatMap { track in
            let stream = movie.streams[track].parameters
            return placement.flatMap {
                CameraLayout(
                    $0, effects: edit.cameraEffects, of: (stream.width, stream.height), in: size,
                    timescale: edit.timescale, style: layout)
            }
        }
        let isShown = cameraLayout?.isShown(before: edit.duration.value) ?? false
        let shown = isShown ? track : nil
        camera = try shown.map { try CameraLayer(movie, track: $0) }
        cameraTimes = shown.map { Self.times(of: movie.index.tracks[$0], in: edit.timescale) } ?? []
        let motions = moving + (cameraLayout?.motions ?? [])
        borders = Self.borders(of: edit, pointer: pointer, others: motions + shortcuts.map(\.range))
        self.motions = Self.motions(of: edit, motions)
        composer = FrameComposer(
            proxyWidth: proxy.width, height: proxy.height, colours: colours, geometry: geometry, edit: edit,
            images: Self.images(of: session), pointer: pointer, keys: keys, timescale: timescale, layout: layout,
            camera: cameraLayout)
        encoder = try Encoder.video(
            .proxy(
                width: size.0, height: size.1, pixelFormat: .yuv420p, colours: colours,
                timeBase: .oneOver(timescale)))
        guard let sets = AVCConfiguration(startCoded: encoder.parameters.extradata) else {
            throw FFmpegError(.invalidData, operation: "encode", subject: "a frame")
        }
        parameters = try encoder.parameters.with(extradata: sets.bytes)
        lengthSize = sets.lengthSize
    }

    /// Returns the images of the edit's covers. If one is missing, all covers are black, so that the operation can
    /// still be removed. An export reports the missing image.
    private static func images(of session: EditSession) -> EffectImages {
        do { return try EffectImages(of: session.edit, in: session.recording) } catch { return EffectImages() }
    }

    private static func borders(of edit: Edit, pointer: DrawnPointer, others: [TimeRange]) -> [Int64] {
        let altered =
            edit.videoEffects.map(\.range) + edit.titles.map(\.range) + edit.cameraEffects.map(\.range)
            + edit.zooms.flatMap { $0.parts.map(\.range) } + edit.annotations.flatMap { $0.parts.map(\.range) }
            + pointer.ranges(of: .highlight, timescale: edit.timescale)
            + pointer.shownRanges(timescale: edit.timescale) + others
        return Set(altered.flatMap { [$0.start.value, $0.end.value] }).sorted()
    }

    private static func motions(of edit: Edit, _ moving: [TimeRange]) -> [Range<Int64>] {
        let parts = edit.zooms.flatMap(\.parts) + edit.annotations.flatMap(\.parts)
        let all = parts.filter(\.isMoving).map(\.range) + moving
        return all.map { $0.start.value..<$0.end.value }.sorted { $0.lowerBound < $1.lowerBound }
            .reduce(into: []) { joined, range in
                guard let last = joined.last, range.lowerBound <= last.upperBound else { return joined.append(range) }
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            }
    }

    /// The frame rate of effects that move over a still screen, in frames per second. It is the maximum rate of a
    /// proxy.
    private static let motionRate: Int64 = 30

    private static func times(of track: MovieIndex.Track, in timescale: Int32) -> [Int64] {
        track.samples.map(\.pts).sorted().map { time in
            MediaTime(value: time, timescale: track.timescale).converted(to: timescale, rounding: .up).value
        }
    }

    /// Returns the times at which the composed frame changes, in ticks of the recording: with the screen, the effects
    /// and the camera. If an effect moves over a still screen, frames are repeated at intervals, as in an export.
    func times(with screen: [Int64]) -> [Int64] {
        guard let first = screen.first else { return [] }
        let screen = borders.isEmpty ? screen : Set(screen + borders.filter { $0 > first }).sorted()
        let tolerance = FrameChange.cameraTolerance(timescale)
        var times: [Int64] = []
        var (nextScreen, nextCamera) = (0, 0)
        while true {
            let change = FrameChange(
                screen: nextScreen < screen.count ? screen[nextScreen] : nil,
                camera: nextCamera < cameraTimes.count ? cameraTimes[nextCamera] : nil, tolerance: tolerance)
            guard let change else { return times }
            times += repeats(after: times.last, until: change.time)
            times.append(change.time)
            if change.isOfScreen { nextScreen += 1 }
            while nextCamera < cameraTimes.count, cameraTimes[nextCamera] <= change.time { nextCamera += 1 }
        }
    }

    private func repeats(after shown: Int64?, until end: Int64) -> [Int64] {
        guard let shown else { return [] }
        let place = motions.partitioningIndex { $0.upperBound > shown }
        guard place < motions.count, motions[place].contains(shown) else { return [] }
        return sequence(first: shown) { self.repetition.time(after: $0, until: end) }.dropFirst().map(\.self)
    }

    /// Composes the frame at an instant of the recording and returns it as a sample of an MP4 file.
    /// - Parameter screen: The screen's frame at that instant.
    func sample(of screen: Frame, at time: MediaTime) throws -> [UInt8] {
        try camera?.seek(to: time)
        let frame = try composer.compose(screen, camera: camera?.frame, at: time.value)
        var packets = encoder.packets(of: try frame.stamped(pts: time.value, isKeyframe: true))
        guard let packet = try packets.next() else { throw CompositionError.noFrame }
        return AccessUnit(startCoded: packet.withBytes { Array($0) }).sample(lengthSize: lengthSize)
    }
}
