import Foundation

/// A private Xvfb on a free display. It ends with this object, or with the test process.
public final class XServer {
    /// The display's name, such as `:99`, for DISPLAY.
    public let display: String
    /// The size of the screen in pixels.
    public let width, height: Int
    private let process: ServerProcess

    /// Starts a server with one screen of 24 bits, and returns once clients can connect.
    ///
    /// - Throws: ``ServerError`` when it is not there after `limit` seconds.
    public init(width: Int = 1920, height: Int = 1080, limit: Int = 15) throws {
        let log = FileManager.default.temporaryDirectory.appending(
            path: "replay-xvfb-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        // Xvfb writes the display's number when it is ready.
        let command = [
            "Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-nolisten", "tcp",
            "-noreset",
        ]
        process = try ServerProcess(
            command: command, environment: ProcessInfo.processInfo.environment, log: log)
        let output = process.output.fileHandleForReading
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard waitUntilReadable(output.fileDescriptor, milliseconds: Int32(limit * 1000)),
                let more = try output.read(upToCount: 1)
            else {
                throw ServerError(
                    "Xvfb did not start: \((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
            }
            line += more
        }
        display = ":" + String(decoding: line.dropLast(), as: UTF8.self)
        self.width = width
        self.height = height
    }

    /// The environment of this process, with DISPLAY set to this server.
    public var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    }

    /// Ends the server, and waits until it is gone.
    public func stop() {
        process.stop()
    }
}
