import FFmpeg
package import MediaTime
import ReplayCapture
import ReplayLibrary
import ReplayMovie
import ReplayRecording
package import ReplaySources
import Synchronization
import Threads

/// Records a camera as a video track, on a thread of its own.
package final class CameraSource: Sendable {
    /// What befalls the camera while it is recorded.
    package enum Event: Sendable {
        /// It gives no more frames; the track holds its last one.
        case lost(CaptureError)
        /// It is there again.
        case recovered
    }

    /// The most frames per second that are recorded of a camera.
    private static let framesPerSecond = 30

    /// Of the encoder's: a face needs less than text on a screen.
    private static let quantizer = 24

    private let stopped: ConditionLock<HostTime?>
    private let interruption: Interruption
    private let thread: Mutex<WorkerThread?>
    /// What the session knows of it.
    let track: CameraTrack

    /// How long a camera that was lost is left alone before it is tried again.
    private static let retryInterval = Duration.seconds(1)

    /// Starts the thread, which takes over the camera.
    /// - Parameters:
    ///   - link: to the session. Once its clock goes, the track's first frame is what the camera shows then.
    ///   - streamIndex: the track's place in the movie.
    ///   - onEvent: called on that thread.
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
        let thread = try WorkerThread("camera") {
            let painter = Painter(video, link.control)
            do {
                try Self.capture(camera, with: painter, until: stopped, onEvent)
            } catch {
                // The encoder has failed, which no retry will repair.
                onEvent(.lost(CaptureError(.cameraLost, "the camera cannot be recorded any more: \(error)")))
            }
            let end = stopped.wait(until: .distantFuture) { $0 } ?? .now
            do { try painter.end(at: end) } catch {
                onEvent(.lost(CaptureError(.cameraLost, "the camera’s track cannot be ended: \(error)")))
            }
        }
        self.thread = Mutex(thread)
    }

    deinit { stop(at: .now) }

    /// Ends the track at `time`, and returns when that is done.
    package func stop(at time: HostTime) {
        guard let running = thread.withLock({ $0.take() }) else { return }
        stopped.update { $0 = time }
        interruption.interrupt()
        running.join()
    }

    private static func capture(
        _ camera: CameraCapture, with painter: Painter, until stopped: ConditionLock<HostTime?>,
        _ onEvent: (Event) -> Void
    ) throws(FFmpegError) {
        try painter.show(camera.first)
        while stopped.read({ $0 == nil }) {
            if let frame = next(of: camera, stopped, onEvent) { try painter.show(frame) }
        }
    }

    private static func next(
        of camera: CameraCapture, _ stopped: ConditionLock<HostTime?>, _ onEvent: (Event) -> Void
    ) -> CameraFrame? {
        do throws(CaptureError) {
            return try camera.next()
        } catch {
            guard stopped.read({ $0 == nil }) else { return nil }
            onEvent(.lost(error))
            guard let frame = recover(camera, stopped) else { return nil }
            onEvent(.recovered)
            return frame
        }
    }

    /// - Returns: the first frame of the camera once it is back; nil where the recording ended before.
    private static func recover(_ camera: CameraCapture, _ stopped: ConditionLock<HostTime?>) -> CameraFrame? {
        while stopped.wait(until: .now + retryInterval, for: { $0 }) == nil {
            do throws(CaptureError) {
                return try camera.reopen()
            } catch {
                // It has been told that the camera is lost, and why; it is tried again.
            }
        }
        return nil
    }

    /// Brings frames to the track.
    private final class Painter {
        private let video: VideoTrack
        private let scaler: FrameScaler
        private let control: SessionControl
        private var hasBegun = false

        init(_ video: VideoTrack, _ control: SessionControl) {
            self.video = video
            self.control = control
            scaler = FrameScaler(into: video.image)
        }

        /// Frames beyond the ceiling of the rate, and those of a pause, are passed over; those before the movie's
        /// clock goes are only painted.
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

        /// When the clock begins to go, the track shows what was painted last.
        private func beginIfDue() throws(FFmpegError) {
            guard !hasBegun, let clock = control.current?.clock else { return }
            hasBegun = true
            try video.encode(at: clock.epoch)
        }
    }
}
