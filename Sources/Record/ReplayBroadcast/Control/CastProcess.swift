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

    /// The argument by which `replay-preview` becomes the process of a broadcast to viewers, or of comments.
    package static let serverArgument = "cast"
    /// The argument by which `replay-cast` runs the programs of a service instead.
    package static let setupArgument = "set-up"
    /// The argument by which a process knows that it has inherited a connection to the process of these programs.
    package static let preparedArgument = "prepared"
    /// The number of the inherited descriptor.
    package static let inheritedDescriptor: CInt = 3

    /// Starts a process, and waits until it has checked its settings.
    /// - Parameter inherited: The descriptor that becomes `inheritedDescriptor`; nil for none.
    /// - Throws: `BroadcastError`.
    package static func start(
        _ configuration: CastConfiguration, inheriting inherited: CInt? = nil
    ) throws(BroadcastError) -> CastProcess {
        let daemon: DaemonProcess
        do throws(RecorderError) {
            // The server for viewers and the reader of comments are in the program that has the libraries for them.
            let isServer = configuration.target.destination.needsServerProgram
            daemon = try DaemonProcess.start(
                isServer ? try program("replay-preview", variable: "REPLAY_PREVIEW") : try program(),
                arguments: isServer ? [serverArgument] : inherited == nil ? [] : [preparedArgument],
                isDetached: true,
                inheriting: inherited.map { ($0, inheritedDescriptor) })
        } catch {
            throw BroadcastError(error.category, description: error.description)
        }
        daemon.connection.send(ControlLine.encode(configuration))
        return CastProcess(connection: daemon.connection, pid: daemon.pid)
    }

    /// Returns the path of a program that sends broadcasts.
    /// - Throws: `RecorderError` if it is not found.
    static func program(
        _ name: String = "replay-cast", variable: String = "REPLAY_CAST"
    ) throws(RecorderError) -> String {
        if let path = ProgramPath.sibling(name, variable: variable) { return path }
        throw RecorderError(
            .unavailable,
            description: "cannot find the program “\(name)”; reinstall Replay, or set \(variable) to its path")
    }
}
