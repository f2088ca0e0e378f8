import AsyncHTTPClient
import Descriptors
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage

/// A request for one file of a server on this machine, and never of another machine.
struct FileRequest: Sendable {
    let address: LoopbackAddress
    /// The path, encoded.
    let path: String

    /// The time that a server may take to accept a connection.
    private static let connectTime = TimeAmount.seconds(10)
    /// The time that a server may take for the file.
    private static let fileTime = TimeAmount.seconds(30)

    /// The configuration of a client for such requests: redirects are not followed, and no connection is used twice.
    static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: connectTime), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.maximumUsesPerConnection = 1
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// Takes the file, and waits until it is there whole. Not on an event loop.
    /// - Returns: The file's size in bytes.
    /// - Throws: `Errno`: `noSuchFileOrDirectory` if the server has no such file, `improperLink` if it answers anything
    ///   else than the file, `fileTooLarge`, `connectionRefused`, or `ioError` if the answer is no HTTP or not whole.
    func fetch(into file: OwnedDescriptor, _ client: HTTPClient) throws -> Int64 {
        for host in address.hosts {
            do {
                return try client.execute(
                    request: try request(to: host), delegate: FileReceiver(file), deadline: .now() + Self.fileTime
                ).wait()
            } catch let error as Errno {
                throw error
            } catch  where Self.isOfConnecting(error) {
                continue
            } catch {
                throw Errno.ioError
            }
        }
        throw Errno.connectionRefused
    }

    /// True if no connection was made.
    private static func isOfConnecting(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError, ChannelError.connectTimeout: true
        case let error as IOError: error.errnoCode != ECONNRESET
        case let error as HTTPClientError: error == .connectTimeout
        default: false
        }
    }

    private func request(to host: String) throws -> HTTPClient.Request {
        let name = host.contains(":") ? "[\(host)]" : host
        return try HTTPClient.Request(
            url: "http://\(name):\(address.port)\(path)", headers: ["Host": address.authority, "Connection": "close"])
    }
}
