import FFmpeg
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie

/// Frames with the camera over them, as small as a proxy's, composed by the exporter's own code.
final class ComposedVideo {
    private let camera: CameraLayer<FrameReader>
    private let cameraTimes: [Int64]
    private let timescale: Int32
    private let composer: FrameComposer
    private let lengthSize: Int
    private let encoder: Encoder

    /// As an MP4 file has them.
    let parameters: CodecParameters

    /// - Parameter proxy: how the frames come that are composed.
    /// - Returns: nil where no camera is to be shown.
    init?(_ session: EditSession, proxy: CodecParameters, _ placement: CameraPlacement?) throws {
        let movie = session.movie
        guard let placement, let track = movie.cameraTrack else { return nil }
        let (size, stream) = ((proxy.width, proxy.height), movie.streams[track].parameters)
        timescale = session.edit.timescale
        camera = try CameraLayer(movie, track: track)
        cameraTimes = movie.index.tracks[track].samples.map(\.pts).sorted().map { [timescale] time in
            MediaTime(value: time, timescale: movie.index.tracks[track].timescale)
                .converted(to: timescale, rounding: .up).value
        }
        let colours = ColourSpace(proxy).shareable
        composer = FrameComposer(
            width: size.0, height: size.1, colours: colours,
            camera: placement.rectangle(of: (stream.width, stream.height), in: size))
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

    /// When what is shown changes, in ticks of the recording: with the screen, and between with the camera.
    func times(with screen: [Int64]) -> [Int64] {
        let tolerance = FrameChange.cameraTolerance(timescale)
        var times: [Int64] = []
        var (nextScreen, nextCamera) = (0, 0)
        while true {
            let change = FrameChange(
                screen: nextScreen < screen.count ? screen[nextScreen] : nil,
                camera: nextCamera < cameraTimes.count ? cameraTimes[nextCamera] : nil, tolerance: tolerance)
            guard let change else { return times }
            times.append(change.time)
            if change.isOfScreen { nextScreen += 1 }
            while nextCamera < cameraTimes.count, cameraTimes[nextCamera] <= change.time { nextCamera += 1 }
        }
    }

    /// The frame that is shown at an instant of the recording, as a sample of an MP4 file.
    /// - Parameter screen: what the screen shows then.
    func sample(of screen: Frame, at time: MediaTime) throws -> [UInt8] {
        try camera.seek(to: time)
        let frame = try composer.compose(screen, camera: camera.frame)
        var packets = encoder.packets(of: try frame.stamped(pts: time.value, isKeyframe: true))
        guard let packet = try packets.next() else { throw ExportError.noFrame }
        return AccessUnit(startCoded: packet.withBytes { Array($0) }).sample(lengthSize: lengthSize)
    }
}
