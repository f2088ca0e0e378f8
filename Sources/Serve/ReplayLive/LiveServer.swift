import Files
import Glibc
import HLSOutput
import Hummingbird
import HummingbirdCore
import Logging
import MediaTime
import NIOCore
import NIOPosix
import ReplayBroadcast
import Threads

/// A web server for the viewers of one live presentation. Each address begins with a token of 128 random bits, so that
/// only those can watch who were given the address.
final class LiveServer: Sendable {
    /// The address of the player page, with the token.
    let address: String
    let activity: ViewerActivity
    private let running: Task<Void, any Error>
    private let files: NIOThreadPool

    /// The maximum number of connections, and the time in seconds after which an idle one is closed.
    private static let (maxConnections, idleSeconds) = (4000, Int64(20))

    /// Starts a server, and waits until it listens. Call it on a thread that may block.
    /// - Throws: `FileSystemError` if the address cannot be used.
    init(
        _ presentation: LivePresentation, comments: LiveComments, at endpoint: ListenAddress
    ) throws(FileSystemError) {
        Self.raiseDescriptorLimit()
        let token = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let (activity, files) = (ViewerActivity(), NIOThreadPool(numberOfThreads: 1))
        (self.activity, self.files) = (activity, files)
        files.start()
        let result = StartResult()
        let responder = LiveResponder(
            presentation: presentation, comments: comments, token: token, activity: activity, files: files)
        running = Task {
            do {
                try await Self.application(responder, at: endpoint) { result.set(.success($0)) }.run()
            } catch {
                result.set(.failure(error))
                throw error
            }
        }
        switch result.wait() {
        case .success(let port): address = "http://\(Self.authority(endpoint, port: port))/\(token)/"
        case let failure:
            running.cancel()
            let code = (failure?.error as? IOError)?.errnoCode ?? EADDRNOTAVAIL
            throw FileSystemError(code, operation: "listen at", subject: "\(endpoint.host):\(endpoint.port)")
        }
    }

    private static func application(
        _ responder: LiveResponder, at endpoint: ListenAddress, started: @escaping @Sendable (Int) -> Void
    ) -> Application<LiveResponder> {
        let logger = Logger(label: "live") { _ in SwiftLogNoOpLogHandler() }
        return Application(
            responder: responder,
            server: .http1(configuration: .init(idleTimeout: .seconds(idleSeconds))),
            configuration: .init(
                address: .hostname(endpoint.host, port: Int(endpoint.port)),
                availableConnectionsDelegate: MaximumAvailableConnections(maxConnections)),
            onServerRunning: { started($0.localAddress?.port ?? 0) },
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), logger: logger)
    }

    /// Closes the port and all connections. The process ends soon after.
    func stop() { running.cancel() }

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(maxConnections + 100))
        // With the present limit, fewer viewers can connect.
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The host and port for viewers. If the server listens at all addresses, it is one that others can reach.
    private static func authority(_ endpoint: ListenAddress, port: Int) -> String {
        let host = endpoint.isAny ? NetworkAddress.reachable ?? endpoint.host : endpoint.host
        return (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }
}

/// The port of a server, or the error that kept it from listening, once one of them is known.
private final class StartResult: Sendable {
    private let known = ConditionLock<Result<Int, any Error>?>(nil)

    /// Sets the result. Only the first call counts.
    func set(_ result: Result<Int, any Error>) { known.update { $0 = $0 ?? result } }

    /// Waits for the result; nil after 10 s.
    func wait() -> Result<Int, any Error>? { known.wait(until: .now + .seconds(10)) { $0 } }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
