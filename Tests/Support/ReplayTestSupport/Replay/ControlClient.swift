import Foundation

/// Speaks to a recorder's socket by hand, in a process of its own, so that it can be another user's.
public enum ControlClient {
    private static let script = """
        use Socket; $| = 1; alarm 20;
        socket(S, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!\\n";
        connect(S, sockaddr_un($ARGV[0])) or die "connect: $!\\n";
        $SIG{PIPE} = "IGNORE";
        syswrite(S, $ARGV[1] . "\\n");
        my $wanted = $ARGV[2];
        while (<S>) { print; last unless --$wanted }
        """

    /// Sends lines.
    /// - Parameters:
    ///   - user: whose process it is; nil: this one's. Only root can be another.
    ///   - replies: how many lines to wait for.
    /// - Returns: the lines that came back; empty where the recorder hung up.
    public static func send(
        _ line: String, to socket: String, as user: uid_t? = nil, replies: Int = 1
    ) throws -> String {
        let identity = user.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
        let outcome = try ChildProcess(identity + ["perl", "-e", script, socket, line, "\(replies)"]).wait()
        guard outcome.status == 0 else {
            throw ServerError("The socket \(socket) cannot be reached: \(outcome.errors)")
        }
        return outcome.output
    }
}
