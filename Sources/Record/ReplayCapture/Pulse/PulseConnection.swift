import CPulse
import ReplaySources

/// A connection to a PulseAudio server (or to PipeWire, which speaks the same protocol). A broken connection stays broken.
///
/// All calls are made with the loop's lock held, including `init` and `deinit`. No call blocks.
final class PulseConnection {
    let context: OpaquePointer
    /// The last answer of the server, until it is taken.
    private var inventory: PulseInventory?
    /// The server's name for itself, or nil if it has not answered yet.
    private(set) var serverName: String?
    private var wasReady = false
    private let server: String?
    private let onChange: () -> Void
    private var question: PulseQuestion?
    private var isOutdated = true

    /// Starts to connect.
    /// - Parameters:
    ///   - server: The server, as in `$PULSE_SERVER`. Nil uses that variable, or else the user's own server.
    ///   - onChange: Called when the connection is ready or broken, or when a new inventory has arrived.
    init(_ loop: PulseLoop, server: String?, onChange: @escaping () -> Void) throws(CaptureError) {
        guard let context = pa_context_new(loop.api, "Replay") else { throw PulseLoop.outOfResources }
        self.context = context
        self.server = server
        self.onChange = onChange
        // `deinit` removes the callbacks. Both hold the loop's lock.
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(context, { PulseConnection.at($1)?.stateChanged() }, this)
        pa_context_set_subscribe_callback(context, { PulseConnection.at($3)?.devicesChanged() }, this)
        // An immediate failure is visible in the state.
        _ = pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
    }

    deinit {
        question = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    /// The error of a broken or failed connection, or nil.
    var failure: CaptureError? {
        let state = pa_context_get_state(context)
        guard state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED else { return nil }
        guard !wasReady else {
            return CaptureError(.audioLost, reason: "the connection to the audio server was lost: \(lastError)")
        }
        return CaptureError(
            .noAudioServer,
            reason: "there is no audio server to record from\(server.map { " at “\($0)”" } ?? ""): \(lastError)",
            remedy: "start PulseAudio or PipeWire, check PULSE_SERVER, or record without audio: --audio none")
    }

    /// Requests a new inventory from the server.
    func refresh() {
        isOutdated = true
        askIfOutdated()
    }

    /// Returns the server's inventory, if it has answered since the last call. Do not call it from the answer's
    /// callback, because it frees the query.
    func takeInventory() -> PulseInventory? {
        guard let inventory else { return nil }
        self.inventory = nil
        question = nil
        askIfOutdated()
        return inventory
    }

    func refused(_ operation: String) -> CaptureError {
        CaptureError(.audioRefused, reason: "the audio server refused \(operation): \(lastError)")
    }

    private var lastError: String {
        pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "unknown error"
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> PulseConnection? {
        address.map { Unmanaged<PulseConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stateChanged() {
        if pa_context_get_state(context) == PA_CONTEXT_READY {
            wasReady = true
            subscribe()
        }
        onChange()
    }

    private func subscribe() {
        let mask = [
            PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SOURCE, PA_SUBSCRIPTION_MASK_SERVER,
            PA_SUBSCRIPTION_MASK_SINK_INPUT,
        ].reduce(0) { $0 | $1.rawValue }
        if let operation = pa_context_subscribe(context, pa_subscription_mask_t(mask), nil, nil) {
            pa_operation_unref(operation)
        }
        askIfOutdated()
    }

    private func devicesChanged() {
        isOutdated = true
        askIfOutdated()
    }

    /// Queries the inventory if it is outdated. Only one query runs at a time; changes in the meantime cause one more query.
    private func askIfOutdated() {
        guard isOutdated, question == nil, pa_context_get_state(context) == PA_CONTEXT_READY else { return }
        isOutdated = false
        question = PulseQuestion(context) { [weak self] inventory in
            guard let self else { return }
            self.inventory = inventory
            serverName = inventory.server
            onChange()
        }
    }
}

extension PulseConnection {
    /// Returns the error for a server that has sources but records from none of them.
    /// - Parameter server: The server's name for itself.
    static func idle(_ server: String) -> CaptureError {
        isPipeWire(server)
            ? CaptureError(
                .audioRefused, reason: "PipeWire connects no source: it has no session manager",
                remedy: "start one (systemctl --user start wireplumber), or record without audio: --audio none")
            : CaptureError(
                .audioRefused, reason: "the audio server does not start recording",
                remedy: "restart it, or record without audio: --audio none")
    }

    /// The error for a server that does not answer.
    static var silent: CaptureError {
        CaptureError(
            .noAudioServer, reason: "the audio server does not answer",
            remedy: "restart it, or record without audio: --audio none")
    }

    private static func isPipeWire(_ server: String) -> Bool { server.lowercased().contains("pipewire") }

    /// True if the server did not answer the last request in time.
    var hasTimedOut: Bool { pa_context_errno(context) == Int32(PA_ERR_TIMEOUT.rawValue) }
}
