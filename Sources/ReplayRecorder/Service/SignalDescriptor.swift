import CLinux
import Descriptors
import Glibc
import ReplayLibrary
import ReplayMovie
import SystemPackage

/// The signals that end a recording, as something to poll. They are blocked for every thread made afterwards.
final class SignalDescriptor {
    /// Readable while a signal is due.
    var descriptor: FileDescriptor { signals.descriptor }

    private let signals: OwnedDescriptor
    private static let names: [Int32: String] = [SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGTERM: "SIGTERM"]

    init() throws(FileSystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in Self.names.keys {
            sigaddset(&set, number)
            // An owner may have ignored it, which a child inherits.
            signal(number, SIG_DFL)
        }
        // In place of what was inherited: an owner’s thread may have blocked everything.
        pthread_sigmask(SIG_SETMASK, &set, nil)
        // A write that the peer or a limit forbids fails with an errno, which is handled where it happens.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        guard let signals = OwnedDescriptor(signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))) else {
            throw FileSystemError(operation: "watch", subject: "signals")
        }
        self.signals = signals
    }

    /// The name of a signal that has come.
    func take() -> String? {
        var info = signalfd_siginfo()
        // Nothing can be read if no signal is due.
        let count = try? withUnsafeMutableBytes(of: &info) { try descriptor.read(into: $0) }
        guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
        return Self.names[Int32(info.ssi_signo)]
    }
}
