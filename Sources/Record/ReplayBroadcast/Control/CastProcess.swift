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

    /// The argument by which `replay-preview` becomes the process of a broadcast to viewers.
    package static let serverArgument = "cast"

    /// Starts a process, and waits until it has checked its settings.
    /// - Throws: `BroadcastError`.
    package static func start(_ configuration: CastConfiguration) throws(BroadcastError) -> CastProcess {
        // The server for viewers is in the program that has the libraries for it.
        let isServer = configuration.destination.isForViewers
        let (name, variable) = isServer ? ("replay-preview", "REPLAY_PREVIEW") : ("replay-cast", "REPLAY_CAST")
        guard let program = ProgramPath.sibling(name, variable: variable) else {
            throw BroadcastError(
                .unavailable,
                description: "cannot find the program “\(name)”; reinstall Replay, or set \(variable) to its path")
        }
        let daemon: DaemonProcess
        do throws(RecorderError) {
            daemon = try DaemonProcess.start(program, arguments: isServer ? [serverArgument] : [], isDetached: true)
        } catch {
            throw BroadcastError(error.category, description: error.description)
        }
        daemon.connection.send(ControlLine.encode(configuration))
        return CastProcess(connection: daemon.connection, pid: daemon.pid)
    }
}
