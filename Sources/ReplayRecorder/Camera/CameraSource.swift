package import FFmpeg

/// Paints a video track from a camera, on a thread of its own.
package final class CameraSource: Sendable {
    /// What befalls the camera while it is recorded.
    package enum Event: Sendable {
        /// It gives no more pictures; the track holds its last one.
        case lost(CaptureError)
        /// It is there again.
        case recovered
    }

    /// The most pictures a second that are recorded of a camera.
    package static let framesPerSecond = 30

    private struct Times {
        var epoch: HostTime?
        var end: HostTime?
    }

    private let times: Monitor<Times>
    private let interruption: Interruption
    private let thread: WorkerThread

    /// How long a camera that was lost is left alone before it is tried again, in nanoseconds.
    private static let retryInterval: Int64 = 1_000_000_000

    /// Starts the thread, which takes over the camera and the track.
    /// - Parameter onEvent: called on that thread.
    package init(
        _ camera: sending CameraCapture, into video: sending VideoTrack,
        onEvent: @escaping @Sendable (Event) -> Void
    ) throws(FFmpegError) {
        let times = Monitor(Times())
        self.times = times
        interruption = camera.interruption
        thread = try WorkerThread("camera") {
            let painter = Painter(video, times)
            do {
                try Self.capture(camera, with: painter, until: times, onEvent)
            } catch {
                // The encoder has failed, which no other try will mend.
                onEvent(.lost(CaptureError(.cameraLost, "The camera cannot be recorded any more: \(error).")))
            }
            let end = times.wait(until: .distantFuture) { $0.end } ?? .now
            do { try painter.end(at: end) } catch {
                onEvent(.lost(CaptureError(.cameraLost, "The camera’s track cannot be ended: \(error).")))
            }
        }
    }

    /// Sets the instant of the movie's time 0; what the camera shows then is its track's first picture.
    package func begin(at epoch: HostTime) { times.update { $0.epoch = epoch } }

    /// Ends the track at `time`, and returns when that is done.
    package func stop(at time: HostTime) {
        times.update { $0.end = time }
        interruption.interrupt()
        thread.join()
    }

    private static func capture(
        _ camera: CameraCapture, with painter: Painter, until times: Monitor<Times>, _ onEvent: (Event) -> Void
    ) throws(FFmpegError) {
        try painter.show(camera.first)
        while times.read({ $0.end == nil }) {
            if let picture = next(of: camera, times, onEvent) { try painter.show(picture) }
        }
    }

    private static func next(
        of camera: CameraCapture, _ times: Monitor<Times>, _ onEvent: (Event) -> Void
    ) -> CameraPicture? {
        do {
            return try camera.next()
        } catch {
            guard times.read({ $0.end == nil }) else { return nil }
            onEvent(.lost(error))
            guard let picture = recover(camera, times) else { return nil }
            onEvent(.recovered)
            return picture
        }
    }

    /// - Returns: the first picture of the camera once it is back; nil where the recording ended before.
    private static func recover(_ camera: CameraCapture, _ times: Monitor<Times>) -> CameraPicture? {
        while times.wait(until: .now + retryInterval, for: { $0.end }) == nil {
            if let picture = try? camera.reopen() { return picture }
        }
        return nil
    }

    /// Brings pictures to the track.
    private final class Painter {
        private let video: VideoTrack
        private let scaler: PictureScaler
        private let times: Monitor<Times>
        private var hasBegun = false

        init(_ video: VideoTrack, _ times: Monitor<Times>) {
            self.video = video
            self.times = times
            scaler = PictureScaler(into: video.picture)
        }

        /// Pictures beyond the ceiling of the rate are passed over; those before the movie's time 0 only painted.
        func show(_ picture: CameraPicture) throws(FFmpegError) {
            try beginIfDue()
            if let earliest = video.earliest, picture.time < earliest { return }
            try scaler.paint(picture.frame)
            if hasBegun { try video.encode(at: picture.time) }
        }

        func end(at time: HostTime) throws(FFmpegError) {
            try beginIfDue()
            try video.end(at: time)
        }

        /// At the movie's time 0 the track shows what was painted last.
        private func beginIfDue() throws(FFmpegError) {
            guard !hasBegun, let epoch = times.read({ $0.epoch }) else { return }
            hasBegun = true
            video.begin(at: epoch)
            try video.encode(at: epoch)
        }
    }
}
