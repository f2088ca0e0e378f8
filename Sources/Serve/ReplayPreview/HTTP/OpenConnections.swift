import Synchronization

/// The open connections of a server, and the rules about their number.
///
/// A connection that says nothing makes room for another one, so that silent clients keep nobody out. Viewers and guests
/// have only a part of the places.
final class OpenConnections: Sendable {
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        var last = 0
        var open: [Int: Entry] = [:]
    }

    private struct Entry {
        let begin = ContinuousClock.now
        let isGuest: Bool
        var isUsed = false
        var isViewers = false
        var close: (@Sendable () -> Void)?

        var isRestricted: Bool { isGuest || isViewers }
    }

    var count: Int { state.withLock { $0.open.count } }

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// Adds a connection, and closes the oldest silent one if there is no place left.
    /// - Returns: The connection's number, or nil if it must be turned away.
    func add(isGuest: Bool) -> Int? {
        let (number, close) = state.withLock { state -> (Int?, (@Sendable () -> Void)?) in
            let isFull = state.open.count >= limits.connections
            let isGuestFull = isGuest && state.open.values.count(where: \.isRestricted) >= limits.viewerConnections
            var close: (@Sendable () -> Void)?
            if isFull || isGuestFull {
                guard let silent = oldestSilent(in: state, isGuest: isGuest) else { return (nil, nil) }
                close = state.open.removeValue(forKey: silent)?.close
            }
            state.last += 1
            state.open[state.last] = Entry(isGuest: isGuest)
            return (state.last, close)
        }
        close?()
        return number
    }

    /// Returns the connection that has been silent for the longest time, and for long enough. A guest replaces only
    /// guests.
    private func oldestSilent(in state: State, isGuest: Bool) -> Int? {
        let now = ContinuousClock.now
        return state.open.filter { _, entry in
            // A connection without a function to close it has not been served yet.
            !entry.isUsed && entry.close != nil && entry.begin + limits.silentTime <= now && (entry.isGuest || !isGuest)
        }.min { $0.key < $1.key }?.key
    }

    func remove(_ number: Int) { state.withLock { $0.open[number] = nil } }

    func setClosing(of number: Int, _ close: @escaping @Sendable () -> Void) {
        state.withLock { $0.open[number]?.close = close }
    }

    /// Notes that a connection is used.
    /// - Returns: False if it is a viewer's, and there are too many of those.
    func use(_ number: Int, isViewers: Bool) -> Bool {
        state.withLock { state in
            guard let entry = state.open[number] else { return true }
            let others = state.open.values.count { $0.isRestricted && $0.isUsed }
            let isNew = isViewers && !(entry.isRestricted && entry.isUsed)
            guard !isNew || others < limits.viewerConnections else { return false }
            state.open[number]?.isUsed = true
            state.open[number]?.isViewers = entry.isViewers || isViewers
            return true
        }
    }
}
