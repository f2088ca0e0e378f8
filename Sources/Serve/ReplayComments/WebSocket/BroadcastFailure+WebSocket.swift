import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import ReplayBroadcast

extension BroadcastFailure {
    /// Creates the failure that an error of SwiftNIO means. Its text is not shown, because it may contain the address.
    init(webSocket error: any Error) {
        switch error {
        case let error as NIOConnectionError: self = Self.unreachable(error)
        case ChannelError.connectTimeout: self.init(.lost, reason: "it does not answer")
        case is NIOSSLExtraError: self = Self.untrusted
        case let error as NIOSSLError: self = Self.insecure(error)
        case let error as IOError: self = Self.unreachable(error.errnoCode)
        default: self.init(.lost, reason: "it does not answer as a WebSocket server")
        }
    }

    private static var untrusted: Self {
        Self(.refused, reason: "its certificate is not trusted, or belongs to another host")
    }

    private static func insecure(_ error: NIOSSLError) -> Self {
        if case .unableToValidateCertificate = error { return untrusted }
        return "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
            ? untrusted : Self(.lost, reason: "it does not accept a secure connection")
    }

    private static func unreachable(_ error: NIOConnectionError) -> Self {
        guard let first = error.connectionErrors.first?.error else {
            return Self(.lost, reason: "its host cannot be found")
        }
        if case ChannelError.connectTimeout = first { return Self(.lost, reason: "it does not answer") }
        return unreachable((first as? IOError)?.errnoCode ?? 0)
    }

    private static func unreachable(_ code: CInt) -> Self {
        switch code {
        case ECONNREFUSED: Self(.lost, reason: "nothing listens there")
        case EHOSTUNREACH, ENETUNREACH: Self(.lost, reason: "the network does not reach it")
        case ECONNRESET, EPIPE: Self(.lost, reason: "the connection was lost")
        default: Self(.lost, reason: "it cannot be reached")
        }
    }
}
