package import FFmpeg
import Glibc
package import MediaTime
import ReplaySources

/// An open camera: its device and the decoder of its frames. Used from one thread at a time.
final class CameraReader {
    private let input: LiveInput
    private let decoder: Decoder
    private let clock: CameraClock

    private init(input: LiveInput, decoder: Decoder, clock: CameraClock) {
        self.input = input
        self.decoder = decoder
        self.clock = clock
    }

    /// What is asked of a V4L2 camera; the driver takes what is nearest.
    private static let wish = ["video_size": "1280x720", "framerate": "30"]

    /// - Throws: `noCamera`.
    package static func open(_ camera: CameraInput, interruption: Interruption) throws(CaptureError) -> CameraReader {
        if !LiveInput.isKnown(camera.format) && !DeviceLibrary.load() { throw .noDeviceLibrary(for: camera) }
        do {
            let input = try openInput(camera, interruption)
            let stream = input.video
            return CameraReader(
                input: input, decoder: try Decoder.open(stream.parameters, timeBase: stream.timeBase),
                clock: CameraClock(mayBeHostClock: camera.isDevice))
        } catch {
            throw CaptureError(error, of: camera)
        }
    }

    /// Raw frames of that size do not fit through USB 2 thirty times a second: coded ones are preferred.
    private static func openInput(
        _ camera: CameraInput, _ interruption: Interruption
    ) throws(FFmpegError) -> LiveInput {
        guard camera.isDevice else {
            return try LiveInput.open(format: camera.format, address: camera.address, interruption: interruption)
        }
        let coded = wish.merging(["input_format": "mjpeg"]) { $1 }
        do {
            return try LiveInput.open(
                format: camera.format, address: camera.address, options: coded, interruption: interruption)
        } catch  where error.code == .init(errno: EINVAL) {
            return try LiveInput.open(
                format: camera.format, address: camera.address, options: wish, interruption: interruption)
        }
    }

    /// The next frame; `.again` where there is none yet.
    func read() throws(FFmpegError) -> CodecOutput<CameraFrame> {
        switch try input.read() {
        case .end: return .end
        case .again: return .again
        case .next(let packet):
            let arrival = HostTime.now
            guard let frame = decoded(packet) else { return .again }
            return .next(CameraFrame(frame: frame, time: clock.time(stamp: frame.bestEffortPTS, arrival: arrival)))
        }
    }

    /// - Returns: nil where nothing comes of the packet: a damaged one costs its frame, not the camera.
    private func decoded(_ packet: Packet) -> Frame? {
        do throws(FFmpegError) {
            var frames = decoder.frames(of: packet)
            return try frames.next()
        } catch {
            return nil
        }
    }
}

/// A decoded frame of a camera.
package struct CameraFrame {
    package let frame: Frame
    /// When it was taken, as far as that is known.
    package let time: HostTime
}
