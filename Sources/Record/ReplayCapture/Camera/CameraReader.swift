package import FFmpeg
import Glibc
package import MediaTime
import ReplaySources

/// The device and the decoder of an open camera. Use it from one thread at a time.
final class CameraReader {
    private let input: LiveInput
    private let decoder: Decoder
    private let clock: CameraClock

    private init(input: LiveInput, decoder: Decoder, clock: CameraClock) {
        self.input = input
        self.decoder = decoder
        self.clock = clock
    }

    /// The options that are requested from a V4L2 camera. The driver chooses the nearest mode.
    private static let wish = ["video_size": "1280x720", "framerate": "30"]

    /// Opens a camera.
    /// - Throws: `noCamera` if the device or its decoder cannot be opened.
    package static func open(_ camera: CameraInput, interruption: Interruption) throws(CaptureError) -> CameraReader {
        if !LiveInput.isKnown(camera.format) && !DeviceLibrary.load() { throw .noDeviceLibrary(for: camera) }
        do {
            let input = try openInput(camera, interruption: interruption)
            let stream = input.video
            return CameraReader(
                input: input, decoder: try Decoder.open(stream.parameters, timeBase: stream.timeBase),
                clock: CameraClock(mayBeHostClock: camera.isDevice))
        } catch {
            throw CaptureError(error, of: camera)
        }
    }

    /// Opens the camera's device. Motion JPEG is preferred, because USB 2 is too slow for raw 1280x720 frames at 30
    /// frames per second.
    private static func openInput(
        _ camera: CameraInput, interruption: Interruption
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

    /// Returns the next frame, or `.again` if there is none yet.
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

    /// Decodes a packet.
    /// - Returns: The frame, or nil if there is none. A damaged packet loses only its frame; the camera continues.
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
    /// The capture time of the frame, or its arrival if the capture time is not known.
    package let time: HostTime
}
