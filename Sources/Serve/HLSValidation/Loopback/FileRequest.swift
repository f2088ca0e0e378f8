import Descriptors
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemPackage

/// A request for one file of a server on this machine, and never of another machine.
struct FileRequest: Sendable {
    let address: LoopbackAddress
    /// The percent-encoded path, with the query if there is one.
    let path: String

    private static let headLimit = 64 << 10
    /// The timeout for connecting to the server.
    private static let connectTime = TimeAmount.seconds(10)
    /// The timeout for receiving the file.
    private static let fileTime = TimeAmount.seconds(30)

    /// Fetches the file, and waits until it is complete. Must not be called on an event loop.
    /// - Returns: The size in bytes.
    /// - Throws: `Errno`: `noSuchFileOrDirectory` for status 404, `improperLink` for any other status than
    ///   200, `fileTooLarge`.
    func fetch(into file: OwnedDescriptor, _ group: any EventLoopGroup) throws -> Int64 {
        let (received, channel) = try connect(on: group, file: file)
        let timer = channel.eventLoop.scheduleTask(in: Self.fileTime) { channel.close(promise: nil) }
        defer { timer.cancel() }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        let result = Result { try received.wait() }
        // The server may have closed it already.
        try? channel.close().wait()
        return try result.get()
    }

    private var head: HTTPRequestHead {
        HTTPRequestHead(
            version: .http1_1, method: .GET, uri: path,
            headers: ["Host": address.authority, "Connection": "close"])
    }

    private func connect(
        on group: any EventLoopGroup, file: OwnedDescriptor
    ) throws -> (received: EventLoopFuture<Int64>, channel: any Channel) {
        var failure = Errno.connectionRefused
        for host in address.hosts {
            let size = group.next().makePromise(of: Int64.self)
            do {
                let connection = bootstrap(on: group, file: file, size: size).connect(host: host, port: address.port)
                return (size.futureResult, try connection.wait())
            } catch {
                size.fail(error)
                failure = (error as? IOError).map { Errno(rawValue: $0.errnoCode) } ?? failure
            }
        }
        throw failure
    }

    private func bootstrap(
        on group: any EventLoopGroup, file: OwnedDescriptor, size: EventLoopPromise<Int64>
    ) -> ClientBootstrap {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (Self.headLimit, Self.headLimit)
        return ClientBootstrap(group: group).connectTimeout(Self.connectTime).channelInitializer { [limits] channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers(decoderLimitConfiguration: limits)
                try channel.pipeline.syncOperations.addHandler(FileReceiver(file, result: size))
            }
        }
    }
}
