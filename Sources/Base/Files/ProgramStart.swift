import CLinux
package import Descriptors
import Glibc
package import SystemPackage

/// The start of a program that ends with the thread that started it.
package struct ProgramStart {
    /// The program's path.
    package var path: String
    package var arguments: [String] = []
    /// The variables of the environment, each as “NAME=value”.
    package var environment: [String]
    /// The standard input; nil for `/dev/null`, like the others.
    package var input: OwnedDescriptor?
    package var output: OwnedDescriptor?
    package var errors: OwnedDescriptor?
    /// The socket that becomes descriptor 3; nil for none.
    package var socket: FileDescriptor?
    /// False if the process must stay in this process's session, so that it can use the terminal.
    package var hasOwnSession = false

    /// The lowest number of the copies of descriptors, so that no standard descriptor replaces one.
    private static let firstCopy: CInt = 10

    /// Creates the start of a program with this environment and without any descriptor.
    package init(path: String, environment: [String]) { (self.path, self.environment) = (path, environment) }

    /// The variables of this process's environment.
    package static var ownEnvironment: [String] {
        var variables: [String] = []
        var place = environ
        while let variable = place.pointee {
            variables.append(String(path: variable))
            place += 1
        }
        return variables
    }

    /// Starts the program. The caller reaps the process, whose number is returned.
    /// - Throws: `FileSystemError` if it cannot be started.
    package consuming func start() throws(FileSystemError) -> Int32 {
        let null = try OwnedDescriptor(opening: "/dev/null", mode: .readWrite)
        let (input, output) = (try copy((input ?? null).descriptor), try copy((output ?? null).descriptor))
        let errors = try copy((errors ?? null).descriptor)
        let socket = try socket.map { (socket) throws(FileSystemError) in try copy(socket) }
        defer { withExtendedLifetime((input, output, errors, socket)) {} }
        let words = ([path] + arguments).map { strdup($0.cPath) } + [nil]
        let variables = environment.map { strdup($0.cPath) } + [nil]
        defer { for text in words + variables { free(text) } }
        let process = replay_spawn(
            path.cPath, words, variables, input.descriptor.rawValue, output.descriptor.rawValue,
            errors.descriptor.rawValue, socket?.descriptor.rawValue ?? -1, hasOwnSession ? 1 : 0)
        guard process > 0 else {
            // EAGAIN of fork(2) means another thing than that of a file.
            let reason = errno == EAGAIN ? "there are too many processes; see “ulimit -u”" : nil
            throw FileSystemError(operation: "start", subject: path, reason: reason)
        }
        return process
    }

    private func copy(_ original: FileDescriptor) throws(FileSystemError) -> OwnedDescriptor {
        guard let copy = OwnedDescriptor(fcntl(original.rawValue, F_DUPFD_CLOEXEC, Self.firstCopy)) else {
            throw FileSystemError(operation: "start", subject: path)
        }
        return copy
    }
}
