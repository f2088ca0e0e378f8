import NIOCore
import Synchronization

/// The open connections and WebSockets of a server, and the requests that are being answered.
final class HTTPCensus: Sendable {
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        /// The number of connections, from acceptance to close.
        var connections = 0
        var sockets = 0
        /// The number of running calls of the service.
        var calls = 0
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
        var lastUse = ContinuousClock.now
        /// The callers that wait until everything is closed.
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isUsed: Bool { sockets > 0 || calls > 0 }
        var isEmpty: Bool { connections == 0 && calls == 0 }
    }

    init(_ limits: HTTPLimits) { self.limits = limits }

    var activity: HTTPActivity {
        state.withLock {
            HTTPActivity(
                connections: $0.connections, sockets: $0.sockets,
                idleTime: $0.isUsed ? .zero : $0.lastUse.duration(to: .now))
        }
    }

    /// Counts an accepted connection.
    /// - Returns: False if there are too many.
    func addConnection() -> Bool {
        state.withLock {
            guard $0.connections < limits.connections else { return false }
            $0.connections += 1
            return true
        }
    }

    func removeConnection() { change { $0.connections -= 1 } }

    /// Records the connection's channel until it is closed.
    /// - Throws: `ChannelError.ioOnClosedChannel` if the server is being stopped.
    func add(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        let isStopping = state.withLock {
            if !$0.isStopping { $0.channels[id] = channel }
            return $0.isStopping
        }
        guard !isStopping else { throw ChannelError.ioOnClosedChannel }
        channel.closeFuture.whenComplete { _ in self.change { $0.channels[id] = nil } }
    }

    /// Counts a WebSocket until its channel is closed.
    /// - Returns: False if there are too many.
    func addSocket(_ channel: any Channel) -> Bool {
        let isAdded = state.withLock {
            guard $0.sockets < limits.sockets else { return false }
            $0.sockets += 1
            return true
        }
        if isAdded { channel.closeFuture.whenComplete { _ in self.change { $0.sockets -= 1 } } }
        return isAdded
    }

    var hasRoomForSocket: Bool { state.withLock { $0.sockets < limits.sockets } }

    func callBegins() { state.withLock { $0.calls += 1 } }

    func callEnds() { change { $0.calls -= 1 } }

    /// Refuses new channels from now on.
    /// - Returns: The open channels.
    func stop() -> [any Channel] {
        state.withLock {
            $0.isStopping = true
            return Array($0.channels.values)
        }
    }

    /// Waits until all connections are closed and no call of the service is running.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock {
                if !$0.isEmpty { $0.waiting.append(continuation) }
                return $0.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            let wasUsed = state.isUsed
            body(&state)
            if wasUsed && !state.isUsed { state.lastUse = .now }
            guard state.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
