import CLinux
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
    private let news: OwnedDescriptor
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let registry: OpaquePointer?
    private let coreEvents = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    private let registryEvents = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)
    private let hooks = UnsafeMutablePointer<spa_hook>.allocate(capacity: 2)
    // Under the lock.
    private var failure: PipeWireError?
    private var removedObjects: Set<UInt32> = []
    private var hasDefaultMetadata = false
    private var lastAnswer: Int32 = -1

    /// PipeWire's own messages are for its developers; who wants them sets `PIPEWIRE_DEBUG`.
    private static let isInitialized: Bool = {
        pw_init(nil, nil)
        if getenv("PIPEWIRE_DEBUG") == nil { pw_log_set_level(SPA_LOG_LEVEL_NONE) }
        return true
    }()

    /// - Parameter socket: a connection that another program opened, such as the desktop portal; taken over. Nil: a new one, to
    ///   the user's own server.
    package init(_ socket: consuming OwnedDescriptor? = nil) throws(PipeWireError) {
        guard Self.isInitialized, let news = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))),
            let loop = pw_thread_loop_new("pipewire", nil)
        else { throw Self.noMemory }
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
        hooks.initialize(repeating: spa_hook(), count: 2)
        listen()
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
        coreEvents.deallocate()
        registryEvents.deallocate()
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

    /// Tells who waits on `descriptor`. Called under the lock.
    func announce() { _ = eventfd_write(news.descriptor.rawValue, 1) }

    /// Takes note of what has come, without waiting.
    /// - Throws: `disconnected`.
    package func receive() throws(PipeWireError) {
        var count: eventfd_t = 0
        _ = eventfd_read(news.descriptor.rawValue, &count)
        try withLock { () throws(PipeWireError) in if let failure { throw failure } }
    }

    /// Whether an object, such as the node of a screen, was removed.
    package func hasLost(_ object: UInt32) -> Bool { withLock { removedObjects.contains(object) } }

    /// Whether a session manager is at work, without which nothing is connected to anything; nil: no answer came.
    package func findSessionManager(until deadline: HostTime) throws(PipeWireError) -> Bool? {
        // All objects are told of before the answer.
        let question = withLock { replay_core_sync(core) }
        while withLock({ lastAnswer != question }) {
            var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, (deadline - .now).timeoutMilliseconds) != 0 else { return nil }
            try receive()
        }
        return withLock { hasDefaultMetadata }
    }

    // MARK: What PipeWire says

    private func listen() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        coreEvents.initialize(to: pw_core_events())
        coreEvents.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
        coreEvents.pointee.error = { data, id, _, code, message in
            PipeWireConnection.from(data)?.noteError(id, code, message.map { String(cString: $0) } ?? "")
        }
        coreEvents.pointee.done = { data, _, sequence in PipeWireConnection.from(data)?.noteAnswer(sequence) }
        replay_core_listen(core, hooks, coreEvents, me)
        registryEvents.initialize(to: pw_registry_events())
        registryEvents.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        registryEvents.pointee.global = { data, _, _, type, _, properties in
            guard let type, String(cString: type) == "PipeWire:Interface:Metadata",
                let name = properties.flatMap({ spa_dict_lookup($0, "metadata.name") }),
                String(cString: name) == "default"
            else { return }
            PipeWireConnection.from(data)?.hasDefaultMetadata = true
        }
        registryEvents.pointee.global_remove = { data, id in PipeWireConnection.from(data)?.noteRemoval(id) }
        if let registry { replay_registry_listen(registry, hooks + 1, registryEvents, me) }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> PipeWireConnection? {
        data.map { Unmanaged<PipeWireConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func noteError(_ id: UInt32, _ code: Int32, _ message: String) {
        // Of the core itself: others are of an object that tells of its state on its own.
        guard id == PW_ID_CORE, [-EPIPE, -ECONNRESET].contains(code) else { return }
        failure = PipeWireError(.disconnected, "PipeWire went away: \(message)")
        announce()
    }

    private func noteAnswer(_ sequence: Int32) {
        lastAnswer = sequence
        announce()
    }

    private func noteRemoval(_ id: UInt32) {
        removedObjects.insert(id)
        announce()
    }
}
