import CPulse

/// A connection to a PulseAudio server (or to PipeWire, which speaks its protocol).
///
/// Every method but `open` and `deinit` wants the loop's lock held.
final class PulseConnection {
    let loop: PulseLoop
    let context: OpaquePointer

    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    static func open(server: String?) throws(CaptureError) -> PulseConnection {
        let loop = try PulseLoop()
        guard let context = loop.locked({ pa_context_new(loop.api, "Replay") }) else {
            throw CaptureError(.outOfResources, "No memory is left for a connection to the sound server.")
        }
        let connection = PulseConnection(loop, context)
        try loop.locked { () throws(CaptureError) in try connection.connect(server) }
        return connection
    }

    private init(_ loop: PulseLoop, _ context: OpaquePointer) {
        self.loop = loop
        self.context = context
    }

    deinit {
        loop.locked {
            pa_context_set_state_callback(context, nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
    }

    private func connect(_ server: String?) throws(CaptureError) {
        pa_context_set_state_callback(context, signalLoop, Unmanaged.passUnretained(loop).toOpaque())
        let isBegun = pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
        while isBegun && isConnecting { loop.wait() }
        guard pa_context_get_state(context) == PA_CONTEXT_READY else {
            throw CaptureError(
                .noSoundServer,
                "There is no sound server to record from\(server.map { " at “\($0)”" } ?? ""): "
                    + "\(lastError). Start PulseAudio or PipeWire, check PULSE_SERVER, or record without."
            )
        }
    }

    private var isConnecting: Bool {
        let state = pa_context_get_state(context)
        return state != PA_CONTEXT_READY && state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED
    }

    /// Why the last call failed, in the server's words.
    var lastError: String {
        pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "unknown error"
    }

    /// The name of the source to record from.
    /// - Throws: `noSoundSource`, `soundRefused`.
    func name(of source: SoundSource) throws(CaptureError) -> String {
        switch source {
        case .application: try monitorOfDefaultSink()
        case .microphone: try microphone()
        case .named(let name, _): name
        }
    }

    private func monitorOfDefaultSink() throws(CaptureError) -> String {
        let sinks = try list(PulseSink.self) { pa_context_get_sink_info_list(context, PulseSink.append, $0) }
        let defaultName = try defaults().sink
        guard let sink = sinks.first(where: { $0.name == defaultName }) ?? sinks.first else {
            throw CaptureError(
                .noSoundSource, "The sound server has no output, so there is no sound of programs to record.")
        }
        return sink.monitor
    }

    private func microphone() throws(CaptureError) -> String {
        let sources = try list(PulseSource.self) {
            pa_context_get_source_info_list(context, PulseSource.append, $0)
        }
        let real = sources.filter { !$0.isMonitor }
        let defaultName = try defaults().source
        guard let source = real.first(where: { $0.name == defaultName }) ?? real.first else {
            throw CaptureError(
                .noSoundSource, "The sound server has no microphone. Connect one, or record without it.")
        }
        return source.name
    }

    private func defaults() throws(CaptureError) -> PulseDefaults {
        try list(PulseDefaults.self) { pa_context_get_server_info(context, PulseDefaults.append, $0) }.first
            ?? PulseDefaults(sink: "", source: "")
    }

    /// Asks the server for values, which `request` has put into a ``PulseAnswer``.
    private func list<Value>(
        _ type: Value.Type, _ request: (UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(CaptureError) -> [Value] {
        let answer = PulseAnswer<Value>(loop)
        let operation = request(Unmanaged.passUnretained(answer).toOpaque())
        guard let operation else { throw refused("to list its devices") }
        while pa_operation_get_state(operation) == PA_OPERATION_RUNNING { loop.wait() }
        pa_operation_unref(operation)
        guard pa_context_get_state(context) == PA_CONTEXT_READY else { throw refused("to list its devices") }
        return answer.values
    }

    func refused(_ operation: String) -> CaptureError {
        CaptureError(.soundRefused, "The sound server refused \(operation): \(lastError).")
    }
}

private func signalLoop(_: OpaquePointer?, _ loop: UnsafeMutableRawPointer?) {
    guard let loop else { return }
    Unmanaged<PulseLoop>.fromOpaque(loop).takeUnretainedValue().signal()
}
