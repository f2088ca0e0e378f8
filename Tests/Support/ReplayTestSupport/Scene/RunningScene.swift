import Foundation
import Synchronization

/// A scene on a separate thread, for tests. It ends with this object.
public final class RunningScene: Sendable {
    private struct Progress {
        var frames: [DrawnFrame] = []
        var error: SceneError?
    }

    private let scene: ClockScene
    private let progress = Mutex(Progress())
    private let firstFrame = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()

    /// Shows a scene, and returns when its first frame is on the screen.
    ///
    /// - Throws: ``SceneError`` if the display cannot be opened.
    public init(_ configuration: SceneConfiguration) throws {
        scene = ClockScene(configuration)
        end.enter()
        let thread = Thread { [scene, weak self, end, firstFrame] in
            do throws(SceneError) {
                try scene.run { frame in
                    self?.progress.withLock { $0.frames.append(frame) }
                    firstFrame.signal()
                }
            } catch {
                self?.progress.withLock { $0.error = error }
            }
            firstFrame.signal()
            end.leave()
        }
        thread.start()
        firstFrame.wait()
        if let error = progress.withLock({ $0.error }) { throw error }
    }

    /// The frames drawn so far, in order.
    public var frames: [DrawnFrame] { progress.withLock { $0.frames } }

    /// Ends the scene and returns all its frames.
    ///
    /// - Throws: ``SceneError`` if the display was lost meanwhile.
    public func stop() throws -> [DrawnFrame] {
        scene.stop()
        end.wait()
        if let error = progress.withLock({ $0.error }) { throw error }
        return frames
    }

    deinit {
        scene.stop()
    }
}
