package import FFmpeg
import Glibc
package import MediaTime
import ReplaySources

/// The device and the decoder of an open camera. Use it from one thread at a time.
final class CameraReader {
    private let input: LiveInput
    private let decoder: any PacketDecoder
    private let clock: CameraClock
    /// The arrival of the last packet.
    private var arrival = HostTime.now

    /// There is no packet yet.
    private struct NoPacket: Error {}

    private init(input: LiveInput, decoder: any PacketDecoder, clock: CameraClock) {
        self.input = input
        self.decoder = decoder
        self.clock = clock
    }

    /// The options that are requested from a V4L2 camera. The driver chooses the nearest mode.
    private static let wish = ["video_size": "1280x720", "framerate": "30"]

    /// Opens a camera.
    /// - Parameter openDecoder: Opens the decoder of the camera's stream.
    /// - Throws: `noCamera` if the device or its decoder cannot be opened.
    static func open(
        _ camera: CameraInput, interruption: Interruption, openDecoder: CameraCapture.DecoderOpening
    ) throws(CaptureError) -> CameraReader {
        if !LiveInput.isKnown(camera.format) && !DeviceLibrary.load() { throw .noDeviceLibrary(for: camera) }
        do {
            let input = try openInput(camera, interruption: interruption)
            return CameraReader(
                input: input, decoder: try openDecoder(input.video),
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

    /// Returns the next frame, or `.again` if there is none yet. A damaged packet loses only its frame.
    func read() throws -> CodecOutput<CameraFrame> {
        do {
            guard let frame = try decoder.nextFrame(skippingDamaged: true, nextPacket) else { return .end }
            return .next(CameraFrame(frame: frame, time: clock.time(stamp: frame.bestEffortPTS, arrival: arrival)))
        } catch is NoPacket {
            return .again
        }
    }

    /// Returns the next packet, or nil at the end.
    private func nextPacket() throws -> Packet? {
        switch try input.read() {
        case .end: return nil
        case .again: throw NoPacket()
        case .next(var packet):
            let now = HostTime.now
            // The processor time of a sandbox is limited by the duration of its packets, which cameras do not tell.
            let elapsed = MediaTime(value: (now - arrival).nanoseconds, timescale: 1_000_000_000)
            packet.duration = elapsed.ticks(in: input.video.timeBase, rounding: .nearest) ?? 0
            arrival = now
            return packet
        }
    }
}

/// A decoded frame of a camera.
package struct CameraFrame {
    package let frame: Frame
    /// The capture time of the frame, or its arrival if the capture time is not known.
    package let time: HostTime
}
