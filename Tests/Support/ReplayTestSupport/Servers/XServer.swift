import Foundation

/// A private Xvfb on a free display. It ends with this object, or with the test process.
public final class XServer {
    /// The display's name, such as `:99`, for DISPLAY.
    public let display: String
    /// The size of the screen in pixels.
    public let width, height: Int
    private let process: ServerProcess

    /// Starts a server with one screen, and returns when clients can connect.
    ///
    /// - Parameters:
    ///   - depth: The number of bits per pixel.
    ///   - listensToNetwork: True if clients can also connect by TCP.
    /// - Throws: ``ServerError`` if the server is not ready within ``WaitLimit``.
    public init(
        width: Int = 1920, height: Int = 1080, depth: Int = 24, listensToNetwork: Bool = false
    ) throws {
        // Xvfb writes the display's number when it is ready.
        let command = [
            "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x\(depth)",
            listensToNetwork ? "-listen" : "-nolisten", "tcp", "-noreset",
        ]
        process = try ServerProcess(command: command, environment: ProcessInfo.processInfo.environment)
        display = ":" + (try process.nextLine())
        self.width = width
        self.height = height
    }

    /// The environment of this process, with DISPLAY set to this server.
    public var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    }

    /// The server's process id.
    public var pid: pid_t { process.pid }

    /// Kills the server, like a crash, and waits until it has ended.
    public func kill() { process.kill() }

    /// Ends the server, and waits until it has ended.
    public func stop() { process.stop() }
}
