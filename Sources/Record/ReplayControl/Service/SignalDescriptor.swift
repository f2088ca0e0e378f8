import CLinux
import Descriptors
package import Files
import Glibc
package import SystemPackage

/// A descriptor for the signals that end a process. They are blocked in this thread and in all threads created
/// afterwards.
package final class SignalDescriptor {
    /// A descriptor that is readable while a signal is pending.
    package var descriptor: FileDescriptor { signals.descriptor }

    private let signals: OwnedDescriptor
    private static let names: [Int32: String] = [SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGTERM: "SIGTERM"]

    package init() throws(FileSystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in Self.names.keys {
            sigaddset(&set, number)
            // The owner may have ignored the signal, which a child inherits.
            signal(number, SIG_DFL)
        }
        // The mask replaces the inherited one, because the owner's thread may have blocked everything.
        pthread_sigmask(SIG_SETMASK, &set, nil)
        // A write that fails because of the peer or a limit returns an error, which the caller handles.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        guard let signals = OwnedDescriptor(signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))) else {
            throw FileSystemError(operation: "watch", subject: "signals")
        }
        self.signals = signals
    }

    /// Returns the name of a pending signal, or nil if none is pending.
    package func take() -> String? {
        var info = signalfd_siginfo()
        // Nothing can be read if no signal is due.
        let count = try? withUnsafeMutableBytes(of: &info) { try descriptor.read(into: $0) }
        guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
        return Self.names[Int32(info.ssi_signo)]
    }
}
