import Glibc
import ReplayTestSupport

/// A server that takes connections and never says a word.
final class SilentSocket {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isBound = withUnsafeBytes(of: &address) { bytes in
            bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count)) == 0
        }
        guard isBound, listen(descriptor, 16) == 0 else {
            close(descriptor)
            throw Program.ToolFailure(description: "no socket can be made at \(path)")
        }
    }

    deinit { close(descriptor) }
}
