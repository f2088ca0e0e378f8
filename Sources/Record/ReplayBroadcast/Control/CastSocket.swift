package import Files
package import Glibc
package import MediaTime
package import ReplayControl
import ReplayLibrary

/// The Unix sockets on which `replay-cast` processes take requests: `cast-PID.sock` in the runtime folder.
package enum CastSocket {
    private static let prefix = "cast-"
    private static let suffix = ".sock"

    /// The name of this process's socket.
    package static var ownName: String { name(of: getpid()) }

    /// The name of a process's socket.
    package static func name(of process: pid_t) -> String { prefix + "\(process)" + suffix }

    /// Connects to all processes that run, and removes the sockets of processes that were killed.
    /// - Parameters:
    ///   - known: The processes to leave out.
    ///   - deadline: The time limit for a process that is stopped.
    /// - Returns: The ids of the processes with the connections, ascending. The connection is nil if the process did not
    ///   accept it in time.
    /// - Throws: `FileSystemError` if the runtime folder cannot be used.
    package static func connectAll(
        home: String?, besides known: Set<pid_t>, until deadline: HostTime
    ) throws(FileSystemError) -> [(process: pid_t, socket: LineSocket?)] {
        let folder = try RuntimeFolder.open(home: home)
        var found: [(process: pid_t, socket: LineSocket?)] = []
        for name in try folder.entries() where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            guard let process = pid_t(name.dropFirst(prefix.count).dropLast(suffix.count)), !known.contains(process)
            else { continue }
            do throws(FileSystemError) {
                found.append((process, try ControlSocket.connect(to: name, in: folder, until: deadline)))
            } catch {
                switch error.code {
                case EAGAIN, EINTR: found.append((process, nil))
                // A process that has just created its socket does not listen yet. If the removal fails, the next call
                // tries again.
                case ECONNREFUSED where Glibc.kill(process, 0) != 0 && errno == ESRCH: try? folder.remove(name)
                default: continue
                }
            }
        }
        return found.sorted { $0.process < $1.process }
    }
}
