package import FFmpeg

/// Paints the video track from a captured screen, on a thread of its own.
package final class ScreenSource: Sendable {
    private let waker: CaptureWaker
    private let thread: WorkerThread
    private let stopped: Monitor<HostTime?>

    /// Starts the thread, which takes over the screen and the track.
    /// - Parameters:
    ///   - onStart: called with the time of the first picture, which is the movie's zero.
    ///   - onFailure: called once where the screen cannot be captured any more; the track goes on with its last
    ///     picture until `stop(at:)`.
    package init(
        _ screen: sending ScreenCapture, into video: sending VideoTrack,
        onStart: @escaping @Sendable (HostTime) -> Void, onFailure: @escaping @Sendable (any Error) -> Void
    ) throws(FFmpegError) {
        let stopped = Monitor<HostTime?>(nil)
        waker = screen.waker
        self.stopped = stopped
        thread = try WorkerThread("screen") {
            do {
                try Self.capture(screen, into: video, until: stopped, onStart: onStart)
            } catch {
                onFailure(error)
            }
            let end = stopped.wait(until: .distantFuture) { $0 } ?? .now
            do { try video.end(at: end) } catch { onFailure(error) }
        }
    }

    /// Ends the video track at `time`, and returns when that is done.
    package func stop(at time: HostTime) {
        stopped.update { $0 = time }
        waker.wake()
        thread.join()
    }

    private static func capture(
        _ screen: ScreenCapture, into video: VideoTrack, until stopped: Monitor<HostTime?>,
        onStart: (HostTime) -> Void
    ) throws {
        let first = try paint(video, from: screen)
        video.begin(at: first)
        onStart(first)
        try video.encode(at: first)
        while stopped.read({ $0 == nil }) {
            switch try screen.wait(until: video.repeatDeadline) {
            case .woken: continue
            case .deadline: try video.encode(at: .now)
            case .changed:
                guard pause(until: video.earliest, stopped) else { continue }
                try video.encode(at: try paint(video, from: screen))
            }
        }
    }

    /// - Returns: false where it was stopped meanwhile.
    private static func pause(until earliest: HostTime?, _ stopped: Monitor<HostTime?>) -> Bool {
        guard let earliest, earliest > .now else { return true }
        return stopped.wait(until: earliest) { $0 } == nil
    }

    private static func paint(_ video: VideoTrack, from screen: ScreenCapture) throws -> HostTime {
        let picture = video.picture
        guard let luma = picture.luma, let chroma = picture.chroma else {
            throw CaptureError(.outOfResources, "There is no memory for a picture.")
        }
        return try screen.update(
            luma: luma, lumaStride: picture.lumaStride, chroma: chroma, chromaStride: picture.chromaStride)
    }
}
