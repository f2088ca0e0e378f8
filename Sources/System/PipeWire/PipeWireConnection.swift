import CPipeWire
package import Descriptors
import Glibc
package import MediaTime
package import SystemPackage

/// A connection to PipeWire with its own thread, which handles events. That thread's callbacks run under a lock, and
/// all code that uses the same data must hold that lock too: see `withLock`.
///
/// A loop without its own thread would not work. Frames arrive on PipeWire's data thread, which handles events itself
/// if no thread has entered the loop. This happens while a capture is handed from one thread to another.
package final class PipeWireConnection {
    /// The file descriptor, which is readable if events have arrived since the last `receive()`.
    package var descriptor: FileDescriptor { news.descriptor }
    let core: OpaquePointer
    let news: EventCounter
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let registry: OpaquePointer?
    private let listener: ConnectionListener
    private let hooks = UnsafeMutablePointer<spa_hook>.allocate(capacity: 2)

    /// Initialises PipeWire. Its log messages are for developers, so they are off unless `PIPEWIRE_DEBUG` is set.
    private static let isInitialized: Bool = {
        pw_init(nil, nil)
        if getenv("PIPEWIRE_DEBUG") == nil { pw_log_set_level(SPA_LOG_LEVEL_NONE) }
        return true
    }()

    /// Connects to PipeWire. Throws `disconnected` if it cannot be reached, `outOfResources` if memory is short.
    /// - Parameter socket: A connection that another program opened, such as the desktop portal. This object takes
    ///   ownership. Nil opens a new connection to the user's own server.
    package init(_ socket: consuming OwnedDescriptor? = nil) throws(PipeWireError) {
        guard Self.isInitialized, let news = EventCounter(), let loop = pw_thread_loop_new("pipewire", nil) else {
            throw Self.noMemory
        }
        guard let context = pw_context_new(pw_thread_loop_get_loop(loop), nil, 0) else {
            pw_thread_loop_destroy(loop)
            throw Self.noMemory
        }
        guard let core = Self.connect(context, socket: socket) else {
            let code = errno
            pw_context_destroy(context)
            pw_thread_loop_destroy(loop)
            throw PipeWireError(
                .disconnected, description: "PipeWire cannot be reached: \(String(cString: strerror(code)))")
        }
        (self.news, self.loop, self.context, self.core) = (news, loop, context, core)
        registry = replay_core_registry(core)
        listener = ConnectionListener(news)
        hooks.initialize(repeating: spa_hook(), count: 2)
        listener.listen(to: core, registry: registry, hooks: hooks)
        guard pw_thread_loop_start(loop) == 0 else { throw Self.noMemory }
    }

    private static func connect(_ context: OpaquePointer, socket: OwnedDescriptor?) -> OpaquePointer? {
        guard let socket else { return pw_context_connect(context, nil, 0) }
        // PipeWire owns the socket from now on, even if the connection fails.
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
        PipeWireError(.outOfResources, description: "no memory is left for a connection to PipeWire")
    }

    /// Calls `body` while no events are handled.
    package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pw_thread_loop_lock(loop)
        defer { pw_thread_loop_unlock(loop) }
        return try body()
    }

    /// Checks the events that have arrived, without waiting.
    /// - Throws: `disconnected` if the connection is lost.
    package func receive() throws(PipeWireError) {
        news.reset()
        if let failure = withLock({ listener.failure }) { throw failure }
    }

    /// Returns true if an object, such as the node of a screen, was removed.
    package func hasLost(_ object: UInt32) -> Bool { withLock { listener.removedObjects.contains(object) } }

    /// Returns true if a session manager runs. Without one, PipeWire connects nothing. Nil if there is no answer before
    /// the deadline.
    package func findSessionManager(until deadline: HostTime) throws(PipeWireError) -> Bool? {
        // The server announces all objects before it answers this request.
        let question = withLock { replay_core_sync(core) }
        while withLock({ listener.lastAnswer != question }) {
            var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, (deadline - .now).timeoutMilliseconds) != 0 else { return nil }
            try receive()
        }
        return withLock { listener.hasDefaultMetadata }
    }
}
