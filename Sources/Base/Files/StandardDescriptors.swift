import Glibc
import SystemPackage

/// Standard input, output and error of this process.
package enum StandardDescriptors {
    /// Takes the places of those that are closed: otherwise the next file that is opened gets one of them, and what is printed
    /// goes into it. What is read from or written to them fails as before.
    package static func fill() {
        for place in [FileDescriptor.standardInput, .standardOutput, .standardError]
        where fcntl(place.rawValue, F_GETFD) < 0 && errno == EBADF {
            // The lowest that is free is taken. Where there is no “/dev/null”, it stays closed.
            _ = try? FileDescriptor.open("/dev/null", place == .standardInput ? .writeOnly : .readOnly)
        }
    }
}
