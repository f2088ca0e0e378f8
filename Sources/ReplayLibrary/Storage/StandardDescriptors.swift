import Glibc

/// Standard input, output and error of this process.
package enum StandardDescriptors {
    /// Takes the places of those that are closed: otherwise the next file that is opened gets one of them, and what is printed
    /// goes into it. What is read from or written to them fails as before.
    package static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest that is free is taken.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
