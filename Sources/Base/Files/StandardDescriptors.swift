import Glibc
import SystemPackage

/// Standard input, output and error of this process.
package enum StandardDescriptors {
    /// Opens `/dev/null` for each standard descriptor that is closed. Otherwise the next opened file gets that number,
    /// and output is printed into it. Reading and writing fail as with a closed descriptor.
    package static func fill() {
        for place in [FileDescriptor.standardInput, .standardOutput, .standardError]
        where fcntl(place.rawValue, F_GETFD) < 0 && errno == EBADF {
            // `open` takes the lowest free number. Without “/dev/null”, the descriptor stays closed.
            _ = try? FileDescriptor.open("/dev/null", place == .standardInput ? .writeOnly : .readOnly)
        }
    }
}
