import CPulse

/// Collects what the sound server answers to one request.
final class PulseAnswer<Value> {
    private(set) var values: [Value] = []
    private let loop: PulseLoop

    init(_ loop: PulseLoop) {
        self.loop = loop
    }

    /// Adds a value to the answer at `address`; nil: that was all.
    static func append(_ value: Value?, to address: UnsafeMutableRawPointer?) {
        guard let address else { return }
        let answer = Unmanaged<PulseAnswer>.fromOpaque(address).takeUnretainedValue()
        if let value { answer.values.append(value) }
        answer.loop.signal()
    }
}

/// The names of the devices that the server prefers.
struct PulseDefaults {
    var sink: String
    var source: String

    static let append: pa_server_info_cb_t = { _, info, answer in
        PulseAnswer.append(
            info.map {
                PulseDefaults(
                    sink: String(pulse: $0.pointee.default_sink_name),
                    source: String(pulse: $0.pointee.default_source_name))
            }, to: answer)
    }
}

/// An output of the sound server.
struct PulseSink {
    var name: String
    /// The name of the source that has what is played here.
    var monitor: String

    static let append: pa_sink_info_cb_t = { _, info, _, answer in
        PulseAnswer.append(
            info.map {
                PulseSink(
                    name: String(pulse: $0.pointee.name),
                    monitor: String(pulse: $0.pointee.monitor_source_name))
            }, to: answer)
    }
}

/// An input of the sound server.
struct PulseSource {
    var name: String
    var isMonitor: Bool

    static let append: pa_source_info_cb_t = { _, info, _, answer in
        PulseAnswer.append(
            info.map {
                PulseSource(
                    name: String(pulse: $0.pointee.name), isMonitor: $0.pointee.monitor_of_sink != .max)
            }, to: answer)
    }
}

extension String {
    fileprivate init(pulse text: UnsafePointer<CChar>?) {
        self = text.map { String(cString: $0) } ?? ""
    }
}
