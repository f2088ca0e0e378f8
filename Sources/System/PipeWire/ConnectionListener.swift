import CPipeWire
import Glibc

/// The receiver of PipeWire's events about a connection. It does not own the connection, because a PipeWire thread may
/// release this object last.
final class ConnectionListener {
    // Guarded by the connection's lock.
    private(set) var failure: PipeWireError?
    private(set) var removedObjects: Set<UInt32> = []
    private(set) var hasDefaultMetadata = false
    private(set) var lastAnswer: Int32 = -1
    private let news: EventCounter
    private let coreEvents = UnsafeMutablePointer<pw_core_events>.allocate(capacity: 1)
    private let registryEvents = UnsafeMutablePointer<pw_registry_events>.allocate(capacity: 1)

    init(_ news: EventCounter) {
        self.news = news
        coreEvents.initialize(to: pw_core_events())
        coreEvents.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
        coreEvents.pointee.error = { data, id, _, code, message in
            ConnectionListener.from(data)?.noteError(id, code: code, message: message.map { String(cString: $0) } ?? "")
        }
        coreEvents.pointee.done = { data, _, sequence in ConnectionListener.from(data)?.noteAnswer(sequence) }
        registryEvents.initialize(to: pw_registry_events())
        registryEvents.pointee.version = UInt32(PW_VERSION_REGISTRY_EVENTS)
        registryEvents.pointee.global = { data, _, _, type, _, properties in
            guard let type, String(cString: type) == "PipeWire:Interface:Metadata",
                let name = properties.flatMap({ spa_dict_lookup($0, "metadata.name") }),
                String(cString: name) == "default"
            else { return }
            ConnectionListener.from(data)?.hasDefaultMetadata = true
        }
        registryEvents.pointee.global_remove = { data, id in ConnectionListener.from(data)?.noteRemoval(id) }
    }

    deinit {
        coreEvents.deallocate()
        registryEvents.deallocate()
    }

    /// Registers the callbacks.
    /// - Parameter hooks: Two hooks, removed together with the objects that they listen to. This object must exist until then.
    func listen(to core: OpaquePointer, registry: OpaquePointer?, hooks: UnsafeMutablePointer<spa_hook>) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        replay_core_listen(core, hooks, coreEvents, me)
        if let registry { replay_registry_listen(registry, hooks + 1, registryEvents, me) }
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> ConnectionListener? {
        data.map { Unmanaged<ConnectionListener>.fromOpaque($0).takeUnretainedValue() }
    }

    private func noteError(_ id: UInt32, code: Int32, message: String) {
        // Only errors of the core count. Other objects report their state themselves.
        guard id == PW_ID_CORE, [-EPIPE, -ECONNRESET].contains(code) else { return }
        failure = PipeWireError(.disconnected, description: "the connection to PipeWire was lost: \(message)")
        news.increment()
    }

    private func noteAnswer(_ sequence: Int32) {
        lastAnswer = sequence
        news.increment()
    }

    private func noteRemoval(_ id: UInt32) {
        removedObjects.insert(id)
        news.increment()
    }
}
