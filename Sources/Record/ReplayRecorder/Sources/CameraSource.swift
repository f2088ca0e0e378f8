import FFmpeg
package import MediaTime
import ReplayCapture
import ReplayLibrary
import ReplayMovie
import ReplayRecording
package import ReplaySources
import Synchronization
import Threads

/// A recorder of a camera into a video track, with its own thread.
package final class CameraSource: Sendable {
    /// A change of the camera during a recording.
    package enum Event: Sendable {
        /// The camera delivers no more frames. The track holds its last frame.
        case lost(CaptureError)
        /// The camera is available again.
        case recovered
    }

    /// The maximum frame rate of a camera, in frames per second.
    private static let framesPerSecond = 30

    /// The encoder's quantizer. A face needs less quality than text on a screen.
    private static let quantizer = 24

    private let stopped: ConditionLock<HostTime?>
    private let interruption: Interruption
    private let thread: Mutex<WorkerThread?>
    /// The track as the session sees it.
    let track: CameraTrack

    /// The interval between attempts to reopen a lost camera.
    private static let retryInterval = Duration.seconds(1)

    /// Starts the thread, which takes over the camera.
    /// - Parameters:
    ///   - link: The link to the session. When the session's clock starts, the current camera frame becomes the track's
    ///     first frame.
    ///   - streamIndex: The index of the track in the movie.
    ///   - onEvent: Called on that thread.
    init(
        _ camera: sending CameraCapture, link: SessionLink, streamIndex: Int,
        onEvent: @escaping @Sendable (Event) -> Void
    ) throws {
        let video = try VideoTrack(
            width: camera.size.width, height: camera.size.height, framesPerSecond: Self.framesPerSecond, link: link,
            streamIndex: streamIndex, quantizer: Self.quantizer, colours: .bt601)
        let track = MovieTrack(
            parameters: video.parameters, timeBase: .oneOver(VideoTrack.timescale), title: MovieTrack.cameraTitle)
        self.track = CameraTrack(track, counts: video.counts)
        let stopped = ConditionLock<HostTime?>(nil)
        self.stopped = stopped
        interruption = camera.interruption
        let thread = try WorkerThread(named: "camera") {
            let painter = Painter(video, control: link.control)
            do {
                try Self.capture(camera, with: painter, until: stopped, onEvent: onEvent)
            } catch {
                // The encoder has failed, and a retry cannot help.
                onEvent(.lost(CaptureError(.cameraLost, reason: "the camera can no longer be recorded: \(error)")))
            }
            let end = stopped.wait(until: .distantFuture) { $0 } ?? .now
            do { try painter.end(at: end) } catch {
                onEvent(.lost(CaptureError(.cameraLost, reason: "the camera’s track cannot be finished: \(error)")))
            }
        }
        self.thread = Mutex(thread)
    }

    deinit { stop(at: .now) }

    /// Ends the track at `time`. Returns when that is done.
    package func stop(at time: HostTime) {
        guard let running = thread.withLock({ $0.take() }) else { return }
        stopped.update { $0 = time }
        interruption.interrupt()
        running.join()
    }

    private static func capture(
        _ camera: CameraCapture, with painter: Painter, until stopped: ConditionLock<HostTime?>,
        onEvent: (Event) -> Void
    ) throws(FFmpegError) {
        try painter.show(camera.first)
        while stopped.read({ $0 == nil }) {
            if let frame = next(of: camera, until: stopped, onEvent: onEvent) { try painter.show(frame) }
        }
    }

    private static func next(
        of camera: CameraCapture, until stopped: ConditionLock<HostTime?>, onEvent: (Event) -> Void
    ) -> CameraFrame? {
        do throws(CaptureError) {
            return try camera.next()
        } catch {
            guard stopped.read({ $0 == nil }) else { return nil }
            onEvent(.lost(error))
            guard let frame = recover(camera, until: stopped) else { return nil }
            onEvent(.recovered)
            return frame
        }
    }

    /// - Returns: The first frame after the camera is reopened, or nil if the recording ended before.
    private static func recover(_ camera: CameraCapture, until stopped: ConditionLock<HostTime?>) -> CameraFrame? {
        while stopped.wait(until: .now + retryInterval, for: { $0 }) == nil {
            do throws(CaptureError) {
                return try camera.reopen()
            } catch {
                // The loss and its reason are already reported. The loop tries again.
            }
        }
        return nil
    }

    /// Paints camera frames into the track.
    private final class Painter {
        private let video: VideoTrack
        private let scaler: FrameScaler
        private let control: SessionControl
        private var hasBegun = false

        init(_ video: VideoTrack, control: SessionControl) {
            self.video = video
            self.control = control
            scaler = FrameScaler(into: video.image)
        }

        /// Paints a frame and encodes it. Skips frames above the maximum rate and frames during a pause. Does not
        /// encode frames from before the clock's start.
        func show(_ frame: CameraFrame) throws(FFmpegError) {
            try beginIfDue()
            if let earliest = video.earliest, frame.time < earliest { return }
            if control.current?.clock.pauses.contains(frame.time) == true { return }
            try scaler.paint(frame.frame)
            if hasBegun { try video.encode(at: frame.time) }
        }

        func end(at time: HostTime) throws(FFmpegError) {
            try beginIfDue()
            try video.end(at: time)
        }

        /// When the clock starts, encodes the frame that was painted last.
        private func beginIfDue() throws(FFmpegError) {
            guard !hasBegun, let clock = control.current?.clock else { return }
            hasBegun = true
            try video.encode(at: clock.epoch)
        }
    }
}
