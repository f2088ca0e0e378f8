import FFmpeg
import Files
import Glibc
import ReplayBroadcast
import ReplayErrors

extension BroadcastFailure {
    /// Creates the failure that an error means for a broadcast.
    /// - Parameters:
    ///   - isOpen: True if the target had accepted the connection.
    ///   - elapsed: The time since the connection was begun.
    ///   - filter: The filter for the text.
    init(
        _ error: any Error, to destination: BroadcastDestination, isOpen: Bool, after elapsed: Duration,
        filter: SecretFilter
    ) {
        if let failure = error as? BroadcastFailure {
            self = failure
            return
        }
        if case .handler = destination {
            self.init(.handler, reason: filter("\(error)"))
            return
        }
        guard destination.isNetwork, let error = error as? FFmpegError else {
            self.init(.unwritable, reason: filter("\(error)"))
            return
        }
        if isOpen {
            self.init(.lost, reason: "the connection was lost")
        } else if case .srt = destination {
            self = Self.refusalBySRT(after: elapsed)
        } else {
            self = Self.refusal(error, filter: filter)
        }
    }

    /// Returns the failure of an SRT connection that was not accepted. FFmpeg tells no reason, but only a server that
    /// is there refuses before the time limit.
    private static func refusalBySRT(after elapsed: Duration) -> Self {
        elapsed < MuxedOutput.timeoutOfSRT - .milliseconds(100)
            ? Self(.refused, reason: "it refuses the connection; the passphrase or the stream id may be wrong")
            : Self(.lost, reason: "it does not answer")
    }

    /// Returns the failure of a connection that was not accepted. FFmpeg tells most reasons only in its log.
    private static func refusal(_ error: FFmpegError, filter: SecretFilter) -> Self {
        func line(with words: String...) -> String? {
            error.log.first { line in words.contains { line.lowercased().contains($0) } }.map { filter($0) }
        }
        if line(with: "certificate") != nil {
            return Self(.refused, reason: "its certificate is not trusted, or belongs to another host")
        }
        if let line = line(with: "server error") { return Self(.refused, reason: "it refuses the broadcast (\(line))") }
        if line(with: "failed to resolve") != nil { return Self(.lost, reason: "its host cannot be found") }
        switch error.code {
        case .init(errno: ECONNREFUSED): return Self(.lost, reason: "nothing listens there")
        case .init(errno: EHOSTUNREACH), .init(errno: ENETUNREACH):
            return Self(.lost, reason: "the network does not reach it")
        case .timedOut, .interrupted: return Self(.lost, reason: "it does not answer")
        default: break
        }
        if line(with: "cannot open connection tls") != nil {
            return Self(.lost, reason: "it does not accept a secure connection")
        }
        if line(with: "cannot open connection") != nil { return Self(.lost, reason: "it cannot be reached") }
        if line(with: "handshake") != nil { return Self(.lost, reason: "it does not answer as an RTMP server") }
        // A server closes the connection without a word if it does not know the key.
        return Self(.refused, reason: "it closed the connection; the key or the name may be wrong")
    }
}
