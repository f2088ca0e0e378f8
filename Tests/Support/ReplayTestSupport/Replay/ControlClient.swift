import Foundation

/// A client of a recorder's socket in a separate process, which may be another user's.
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
    ///   - user: The user of the process; nil for this one's. Only root can choose another.
    ///   - replies: The number of lines to wait for.
    /// - Returns: The reply lines; empty if the recorder closed the connection.
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
