import Files
package import Glibc
import MediaTime
package import ReplayControl
import ReplayErrors

/// A process of `replay-cast`, which sends one recording to one target. It has its own session, so that it survives
/// the program that started it.
package struct CastProcess {
    package let connection: LineSocket
    package let pid: pid_t

    /// Starts a process, and waits until it has checked its settings.
    /// - Throws: `BroadcastError`.
    package static func start(_ configuration: CastConfiguration) throws(BroadcastError) -> CastProcess {
        guard let program = ProgramPath.sibling("replay-cast", variable: "REPLAY_CAST") else {
            throw BroadcastError(
                .unavailable,
                description: "cannot find the program “replay-cast”; reinstall Replay, or set REPLAY_CAST to its path")
        }
        let daemon: DaemonProcess
        do throws(RecorderError) {
            daemon = try DaemonProcess.start(program, isDetached: true)
        } catch {
            throw BroadcastError(error.category, description: error.description)
        }
        daemon.connection.send(ControlLine.encode(configuration))
        return CastProcess(connection: daemon.connection, pid: daemon.pid)
    }
}
