import Foundation

/// A private `srt-live-transmit` on 127.0.0.1 that writes what it receives to a file. It ends with this object, or with
/// the test process.
public final class SRTReceiver {
    /// The receiver's address.
    public let address: String
    private let output: String
    private let process: ServerProcess

    /// - Parameters:
    ///   - passphrase: The passphrase that senders need.
    ///   - output: The path of the file.
    public init(passphrase: String, output: String) throws {
        address = "srt://127.0.0.1:\(try FreePorts.find(1)[0])"
        self.output = output
        // A sender tries again until the receiver listens.
        process = try ServerProcess(
            command: [
                "sh", "-c", #"exec srt-live-transmit -q "$1" file://con >"$2""#, "receiver",
                "\(address)?mode=listener&passphrase=\(passphrase)", output,
            ], environment: ProcessInfo.processInfo.environment)
    }

    /// The number of bytes received so far.
    public var bytes: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: output)
        return attributes?[.size] as? Int ?? 0
    }

    /// Ends the receiver and waits until it has ended.
    public func stop() { process.stop() }
}
