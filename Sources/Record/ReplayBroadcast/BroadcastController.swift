import Glibc
import MediaTime
import ReplayControl
import ReplayErrors
public import ReplayLibrary
import Synchronization
import Threads

/// A broadcast of a recording to one target, by a process of its own.
///
/// The process reads the movie that the recorder writes. It continues when this object is freed; the recording continues
/// whatever happens to the broadcast.
public final class BroadcastController: Sendable {
    /// The settings of a broadcast.
    public struct Configuration: Sendable {
        /// The place to send to.
        public var destination: BroadcastDestination
        /// The name of the target for users.
        public var name: String
        /// The stream key of RTMP, or the passphrase of SRT, which has 10 to 79 characters.
        public var key: String?
        /// The stream id of SRT.
        public var streamID: String?
        /// The latency of SRT, in milliseconds.
        public var latency: Int?
        /// The public address for viewers.
        public var publicURL: String?
        /// True to begin with the recording's first frame. False to begin with the newest keyframe.
        public var beginsAtStart = false
        /// The delay in seconds beyond which frames are left out.
        public var maxDelay = 3.0
        /// The maximum number of failed attempts in a row; nil for no limit.
        public var retries: Int?
        /// True to replace an existing file.
        public var replacesFile = false
        /// The limits of the target; nil if it has none. A recording that exceeds them is encoded again.
        public var limits: BroadcastService.Limits?
        /// True to encode the screen in any case, within the limits.
        public var encodes = false
        /// The duration in seconds for which viewers can go back, 30...43,200.
        public var window = 300
        /// The values for a handler program: at most 64, of 16 KB in all.
        public var setup: [String: String] = [:]
        /// The maximum memory of a handler program and its descendants, in bytes.
        public var handlerMemory = HandlerLimits.memory
        /// The preparation by a set-up program; nil if there was none.
        public internal(set) var preparation: BroadcastPreparation?

        /// Creates the settings for a destination.
        public init(_ destination: BroadcastDestination) {
            self.destination = destination
            name = destination.name
        }

        /// Encodes the screen in any case.
        /// - Parameter bitRate: The highest bit rate, in bits per second.
        package mutating func encode(atMost bitRate: Int) {
            limits = limits ?? .init()
            limits?.bitRate = bitRate
            encodes = true
        }

        /// Creates the settings for a service.
        /// - Throws: `BroadcastError` if its address is not valid or missing, or if it has a set-up program.
        ///   ``BroadcastSetup`` creates the settings for such a service.
        public init(_ service: BroadcastService) throws(BroadcastError) {
            guard service.setup == nil else {
                throw BroadcastError(
                    .usage,
                    description: "“\(service.name)” has a set-up program; use “replay broadcast \(service.name)”")
            }
            guard let address = service.address else {
                throw BroadcastError(.usage, description: "“\(service.name)” has no address")
            }
            self.init(try BroadcastDestination(address))
            name = service.name
            limits = service.limits
            (key, streamID, latency, publicURL) = (service.key, service.streamID, service.latency, service.publicURL)
        }
    }

    /// The status at the time when this object was created.
    public let first: BroadcastStatus
    /// The changes of the status, for one reader, with the last one when the broadcast has ended. If nobody reads, the
    /// last 16 are kept.
    public let updates: AsyncStream<BroadcastStatus>
    private let socket: LineSocket
    private let latest: Mutex<BroadcastStatus>
    private let isStopping: Stopping
    /// The last status, when the broadcast has ended or its process was lost.
    private let outcome: Task<BroadcastStatus, Never>

    /// The time limit for an answer.
    private static let answerLimit = Duration.milliseconds(1500)

    /// Starts to broadcast a recording in progress.
    /// - Throws: `BroadcastError` if the settings are invalid, the recording is not in progress, or the output cannot
    ///   be created. A target that cannot be reached is no error: the broadcast tries again.
    public static func start(_ configuration: Configuration, of recording: Recording) async throws
        -> BroadcastController
    {
        var settings = CastConfiguration(
            recording: recording.id, home: recording.home, destination: configuration.destination,
            name: configuration.name)
        (settings.key, settings.streamID) = (configuration.key, configuration.streamID)
        (settings.latency, settings.publicURL) = (configuration.latency, configuration.publicURL)
        (settings.maxDelay, settings.retries) = (configuration.maxDelay, configuration.retries)
        (settings.beginsAtStart, settings.replacesFile) = (configuration.beginsAtStart, configuration.replacesFile)
        (settings.limits, settings.encodes) = (configuration.limits, configuration.encodes)
        settings.window = min(max(configuration.window, 30), 43_200)
        (settings.setup, settings.handlerMemory) = (configuration.setup, configuration.handlerMemory)
        guard HandlerLimits.canSend(settings.setup), HandlerLimits.memories.contains(settings.handlerMemory) else {
            throw BroadcastError(.usage, description: "the settings of the handler are out of range")
        }
        return try await WorkerThread.run(named: "broadcast") {
            [settings, prepared = configuration.preparation?.process] in
            let socket = prepared?.socket
            let process = try CastProcess.start(settings, inheriting: socket?.descriptor.rawValue)
            let controller = try BroadcastController(
                process.connection, child: process.pid, home: recording.home, until: .now + .seconds(10),
                prepared: prepared)
            // From now on, the broadcast's process alone tells when the programs of the service run.
            prepared?.release()
            return controller
        }
    }

    /// The broadcasts in progress.
    public struct Overview: Sendable {
        /// The broadcasts that answer, by their numbers.
        public let broadcasts: [BroadcastController]
        /// The numbers of broadcasts that do not answer: their processes are stopped or stuck.
        public let unresponsive: [Int32]
        /// The last statuses of broadcasts of recordings in progress that ended by themselves: they were refused, failed,
        /// or their processes were killed.
        public let ended: [BroadcastStatus]
    }

    /// Returns the broadcasts in progress.
    /// - Parameter home: The library's home; nil for the default.
    /// - Throws: `FileSystemError`.
    public static func all(home: String? = nil) async throws -> Overview { try await all(home: home, besides: []) }

    /// Returns the broadcasts in progress, and those that ended by themselves.
    /// - Parameter known: The numbers of broadcasts in progress to leave out.
    package static func all(home: String?, besides known: Set<Int32>) async throws -> Overview {
        try await WorkerThread.run(named: "broadcasts") {
            let deadline = HostTime.now + answerLimit
            var (broadcasts, unresponsive) = ([BroadcastController](), [Int32]())
            for (process, socket) in try CastSocket.connectAll(home: home, besides: known, until: deadline) {
                do throws(BroadcastError) {
                    guard let socket else { throw BroadcastError(.temporary, description: "it does not answer") }
                    broadcasts.append(try BroadcastController(socket, child: nil, home: home, until: deadline))
                } catch {
                    // A process that ends meanwhile is not in progress.
                    if error.category == .temporary { unresponsive.append(process) }
                }
            }
            let numbers = broadcasts.map(\.first.number) + unresponsive
            let ended = try CastRecords(in: try RuntimeFolder.open(home: home)).over(besides: known.union(numbers))
            return Overview(broadcasts: broadcasts, unresponsive: unresponsive, ended: ended)
        }
    }

    /// Kills a broadcast that does not answer. The recording continues.
    /// - Parameters:
    ///   - number: The number of the broadcast.
    ///   - home: The library's home; nil for the default.
    public static func kill(_ number: Int32, home: String? = nil) {
        Glibc.kill(number, SIGKILL)
        forget(number, home: home)
    }

    /// Forgets the last status of a broadcast that is over.
    /// - Parameters:
    ///   - number: The number of the broadcast.
    ///   - home: The library's home; nil for the default.
    public static func forget(_ number: Int32, home: String? = nil) {
        // Without the folder there is no status to forget.
        guard let folder = try? RuntimeFolder.open(home: home) else { return }
        CastRecords(in: folder).remove(number)
    }

    private init(
        _ socket: LineSocket, child: pid_t?, home: String?, until deadline: HostTime, prepared: SetupProcess? = nil
    ) throws(BroadcastError) {
        // A process reports to the program that started it without being asked.
        if child == nil { socket.send(ControlLine.encode(CastRequest(.watch))) }
        let reader = CastReader(socket, child: child)
        let first = try reader.first(until: deadline)
        let (updates, continuation) = AsyncStream.makeStream(
            of: BroadcastStatus.self, bufferingPolicy: .bufferingNewest(16))
        let (ends, ended) = AsyncStream.makeStream(of: BroadcastStatus.self)
        self.first = first
        self.updates = updates
        self.socket = socket
        latest = Mutex(first)
        let isStopping = Stopping()
        self.isStopping = isStopping
        outcome = Task {
            var last = first
            for await status in ends { last = status }
            return last
        }
        do throws(ThreadError) {
            try WorkerThread.detach(named: "broadcast") { [weak self] in
                var last = first
                while let status = reader.next(from: first.number, isStopping: { isStopping.isRequested }) {
                    last = status
                    self?.latest.withLock { $0 = status }
                    continuation.yield(status)
                }
                if !last.state.isOver {
                    last.state = .ended
                    last.problem = CastRecords.lostProblem
                    continuation.yield(last)
                }
                // The user knows of this end.
                if isStopping.isRequested { Self.forget(first.number, home: home) }
                reader.reap()
                ended.yield(last)
                ended.finish()
                continuation.finish()
                prepared?.reap()
            }
        } catch {
            throw BroadcastError(error.category, description: error.description)
        }
    }

    /// The latest status.
    public var status: BroadcastStatus { latest.withLock { $0 } }

    /// Stops sending. The connection stays open, and the recording continues.
    public func pause() { send(.pause) }

    /// Continues sending with the newest keyframe.
    public func resume() { send(.resume) }

    /// Ends the broadcast. The recording continues. A process that does not answer for 2 s is killed.
    /// - Returns: The last status.
    @discardableResult public func finish() async -> BroadcastStatus {
        send(.stop)
        isStopping.request()
        return await outcome.value
    }

    /// Returns the last status when the broadcast has ended.
    public func end() async -> BroadcastStatus { await outcome.value }

    // If the process has ended, `outcome` reports it.
    private func send(_ request: CastRequest.Request) { socket.send(ControlLine.encode(CastRequest(request))) }
}

/// A request to end that the thread of a reader sees.
private final class Stopping: Sendable {
    private let requested = Atomic(false)

    var isRequested: Bool { requested.load(ordering: .relaxed) }

    func request() { requested.store(true, ordering: .relaxed) }
}

extension BroadcastStatus.State {
    /// True if the broadcast is over.
    public var isOver: Bool { self == .ended || self == .refused }
}
