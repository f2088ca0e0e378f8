import NIOCore
import NIOPosix
import ReplayLibrary
import Synchronization
import Threads

/// An HTTP/1.1 server for browsers of the same user on the same machine.
///
/// The server has one thread for all connections, one that accepts them, and two that read files. The owner must stop
/// it.
final class HTTPServer: Sendable {
    /// The port on 127.0.0.1.
    let port: Int
    /// The address `http://127.0.0.1:PORT/`.
    var address: String { "http://127.0.0.1:\(port)/" }
    /// The present use of the server.
    var activity: HTTPActivity { census.activity }

    private let listener: LoopbackListener
    private let group: MultiThreadedEventLoopGroup
    private let files: NIOThreadPool
    private let census: HTTPCensus
    private let acceptance: AsyncStream<Never>

    /// Starts the server.
    /// - Parameter port: The port, or 0 for any free one.
    /// - Throws: `FileSystemError` if the port cannot be opened, `ThreadError`.
    static func start(
        port: Int = 0, token: AccessToken, service: any HTTPService, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPServer {
        let listener = try LoopbackListener(port: UInt16(clamping: port))
        let (group, files) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 2))
        files.start()
        let context = HTTPContext(
            gate: RequestGate(port: Int(listener.port), token: token), service: service, limits: limits,
            census: HTTPCensus(limits), files: files)
        do throws(ThreadError) {
            let acceptance = try Doorkeeper(listener, group, context).start()
            return HTTPServer(listener, group, context, acceptance)
        } catch {
            await end(group, files)
            throw error
        }
    }

    private init(
        _ listener: LoopbackListener, _ group: MultiThreadedEventLoopGroup, _ context: HTTPContext,
        _ acceptance: AsyncStream<Never>
    ) {
        port = Int(listener.port)
        (self.listener, self.group, self.acceptance) = (listener, group, acceptance)
        (files, census) = (context.files, context.census)
    }

    /// Closes the port and all connections, cancels the service's tasks, and waits for their end. Call it once.
    func stop() async {
        listener.stop()
        for await _ in acceptance {}
        for channel in census.stop() {
            channel.pipeline.fireUserInboundEventTriggered(ServerStop())
            // A connection that is just being upgraded to a WebSocket does not receive the event.
            channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        }
        await census.waitUntilEmpty()
        await Self.end(group, files)
    }

    private static func end(_ group: MultiThreadedEventLoopGroup, _ files: NIOThreadPool) async {
        // These fail only if they have already been shut down.
        try? await group.shutdownGracefully()
        try? await files.shutdownGracefully()
    }
}
