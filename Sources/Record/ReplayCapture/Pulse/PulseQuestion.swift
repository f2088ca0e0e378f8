import CPulse
import ReplaySources

/// A query for the audio server's whole inventory. The answer arrives once, or never if the query is freed before.
///
/// All calls are made with the loop's lock held.
final class PulseQuestion {
    private var inventory = PulseInventory()
    private var operations: [OpaquePointer] = []
    private var unanswered = 0
    private let answer: (PulseInventory) -> Void

    init(_ context: OpaquePointer, answer: @escaping (PulseInventory) -> Void) {
        self.answer = answer
        // `deinit` cancels the pending requests. It holds the loop's lock, as the callbacks do.
        let this = Unmanaged.passUnretained(self).toOpaque()
        let requests = [
            pa_context_get_server_info(context, { PulseQuestion.at($2)?.take($1) }, this),
            pa_context_get_sink_info_list(context, { PulseQuestion.at($3)?.take($1, isEnd: $2 != 0) }, this),
            pa_context_get_source_info_list(context, { PulseQuestion.at($3)?.take($1, isEnd: $2 != 0) }, this),
            pa_context_get_sink_input_info_list(context, { PulseQuestion.at($3)?.take($1, isEnd: $2 != 0) }, this),
        ]
        operations = requests.compactMap { $0 }
        unanswered = operations.count
    }

    deinit {
        for operation in operations {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> PulseQuestion? {
        address.map { Unmanaged<PulseQuestion>.fromOpaque($0).takeUnretainedValue() }
    }

    private func end() {
        unanswered -= 1
        if unanswered == 0 { answer(inventory) }
    }

    private func take(_ info: UnsafePointer<pa_server_info>?) {
        if let info = info?.pointee {
            inventory.server = String(pulse: info.server_name)
            inventory.defaultSink = String(pulse: info.default_sink_name)
            inventory.defaultSource = String(pulse: info.default_source_name)
        }
        end()
    }

    private func take(_ info: UnsafePointer<pa_sink_info>?, isEnd: Bool) {
        if isEnd { return end() }
        guard let info = info?.pointee else { return }
        inventory.sinks.append(
            .init(
                index: info.index, name: String(pulse: info.name), monitor: String(pulse: info.monitor_source_name)))
    }

    private func take(_ info: UnsafePointer<pa_source_info>?, isEnd: Bool) {
        if isEnd { return end() }
        guard let info = info?.pointee else { return }
        inventory.sources.append(
            .init(
                name: String(pulse: info.name), description: String(pulse: info.description),
                isMonitor: info.monitor_of_sink != .max))
    }

    private func take(_ info: UnsafePointer<pa_sink_input_info>?, isEnd: Bool) {
        if isEnd { return end() }
        guard let info = info?.pointee else { return }
        func property(_ name: String) -> String { String(pulse: pa_proplist_gets(info.proplist, name)) }
        inventory.playbacks.append(
            .init(
                index: info.index, sink: info.sink,
                application: AudioApplication(
                    name: property("application.name"), binary: property("application.process.binary"),
                    processID: Int32(property("application.process.id"))),
                isPaused: info.corked != 0))
    }
}

extension String {
    fileprivate init(pulse text: UnsafePointer<CChar>?) {
        self = text.map { String(cString: $0) } ?? ""
    }
}
