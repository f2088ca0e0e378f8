import CPipeWire
package import Descriptors
import Glibc
package import MediaTime
package import SystemPackage

/// A connection to PipeWire with a thread of its own, which handles what comes. What that thread calls back runs under a lock,
/// and so must all that uses what it touches: see `withLock`.
///
/// A loop of one's own would not do: frames come on PipeWire's data thread, which handles them itself where no thread has
/// entered the loop, as while a capture is handed from one thread to another.
package final class PipeWireConnection {
    /// Readable while something has come since the last `receive()`.
    package var descriptor: FileDescriptor { news.descriptor }
    let core: OpaquePointer
    let news: EventCounter
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let registry: OpaquePointer?
    private let listener: ConnectionListener
    private let hooks = UnsafeMutablePointer<spa_hook>.allocate(capacity: 2)

    /// PipeWire's own messages are for its developers; who wants them sets `PIPEWIRE_DEBUG`.
    private static let isInitialized: Bool = {
        pw_init(nil, nil)
        if getenv("PIPEWIRE_DEBUG") == nil { pw_log_set_level(SPA_LOG_LEVEL_NONE) }
        return true
    }()

    /// - Parameter socket: a connection that another program opened, such as the desktop portal; taken over. Nil: a new one, to
    ///   the user's own server.
    package init(_ socket: consuming OwnedDescriptor? = nil) throws(PipeWireError) {
        guard Self.isInitialized, let news = EventCounter(), let loop = pw_thread_loop_new("pipewire", nil) else {
            throw Self.noMemory
        }
        guard let context = pw_context_new(pw_thread_loop_get_loop(loop), nil, 0) else {
            pw_thread_loop_destroy(loop)
            throw Self.noMemory
        }
        guard let core = Self.connect(context, socket) else {
            let code = errno
            pw_context_destroy(context)
            pw_thread_loop_destroy(loop)
            throw PipeWireError(.disconnected, "PipeWire cannot be reached: \(String(cString: strerror(code)))")
        }
        (self.news, self.loop, self.context, self.core) = (news, loop, context, core)
        registry = replay_core_registry(core)
        listener = ConnectionListener(news)
        hooks.initialize(repeating: spa_hook(), count: 2)
        listener.listen(to: core, registry, hooks)
        guard pw_thread_loop_start(loop) == 0 else { throw Self.noMemory }
    }

    private static func connect(_ context: OpaquePointer, _ socket: OwnedDescriptor?) -> OpaquePointer? {
        guard let socket else { return pw_context_connect(context, nil, 0) }
        // It is PipeWire's from now on, whether that succeeds or not.
        socket.release()
        return pw_context_connect_fd(context, socket.descriptor.rawValue, nil, 0)
    }

    deinit {
        pw_thread_loop_stop(loop)
        if let registry { pw_proxy_destroy(registry) }
        pw_core_disconnect(core)
        pw_context_destroy(context)
        pw_thread_loop_destroy(loop)
        hooks.deallocate()
    }

    private static var noMemory: PipeWireError {
        PipeWireError(.outOfResources, "no memory is left for a connection to PipeWire")
    }

    /// Does something while nothing is handled that comes.
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pw_thread_loop_lock(loop)
        defer { pw_thread_loop_unlock(loop) }
        return try body()
    }

    /// Takes note of what has come, without waiting.
    /// - Throws: `disconnected`.
    package func receive() throws(PipeWireError) {
        news.reset()
        if let failure = withLock({ listener.failure }) { throw failure }
    }

    /// Whether an object, such as the node of a screen, was removed.
    package func hasLost(_ object: UInt32) -> Bool { withLock { listener.removedObjects.contains(object) } }

    /// Whether a session manager is at work, without which nothing is connected to anything; nil: no answer came.
    package func findSessionManager(until deadline: HostTime) throws(PipeWireError) -> Bool? {
        // All objects are told of before the answer.
        let question = withLock { replay_core_sync(core) }
        while withLock({ listener.lastAnswer != question }) {
            var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, (deadline - .now).timeoutMilliseconds) != 0 else { return nil }
            try receive()
        }
        return withLock { listener.hasDefaultMetadata }
    }
}
