package import Files
import Glibc
package import MediaTime
package import ReplayControl
import ReplayLibrary

/// The Unix sockets on which `replay-cast` processes take requests: `cast-PID.sock` in the runtime folder.
package enum CastSocket {
    private static let prefix = "cast-"
    private static let suffix = ".sock"

    /// The name of this process's socket.
    package static var ownName: String { prefix + "\(getpid())" + suffix }

    /// Connects to all processes that run, and removes the sockets of processes that were killed.
    /// - Parameter deadline: The time limit for a process that is stopped.
    /// - Throws: `FileSystemError` if the runtime folder cannot be used.
    package static func connectAll(home: String?, until deadline: HostTime) throws(FileSystemError) -> [LineSocket] {
        let folder = try RuntimeFolder.open(home: home)
        return try folder.entries().filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted().compactMap {
            connect(to: $0, in: folder, until: deadline)
        }
    }

    private static func connect(to name: String, in folder: Directory, until deadline: HostTime) -> LineSocket? {
        do throws(FileSystemError) {
            return try ControlSocket.connect(to: name, in: folder, until: deadline)
        } catch {
            // If the removal fails, the next call tries again.
            if error.code == ECONNREFUSED { try? folder.remove(name) }
            return nil
        }
    }
}
