import Glibc
package import ReplayControl
package import ReplayLibrary
import Synchronization

/// The terminal interface of a recording: its status line, its keys and Ctrl-C.
package final class RecordingWatch: Sendable {
    private let recorder: ScreenRecorder
    private let keys: RecordingKeys
    private let interrupts: AsyncStream<Int32>
    private let received = Mutex<Int32?>(nil)
    private let trailer: @Sendable () -> String?

    /// - Parameter trailer: Returns a text after the status line; nil for none.
    package init(
        _ recorder: ScreenRecorder, interrupts: AsyncStream<Int32>, trailer: @escaping @Sendable () -> String? = { nil }
    ) {
        self.recorder = recorder
        self.trailer = trailer
        keys = RecordingKeys(recorder)
        self.interrupts = interrupts
    }

    /// Follows the recording to its end.
    /// - Throws: `RecorderError` if the recorder was lost, or if the recording was discarded elsewhere.
    package func run() async throws -> RecordingFacts.Ending {
        let keyboard = Terminal.isInteractive ? Keyboard() : nil
        defer { withExtendedLifetime(keyboard) {} }
        if keyboard != nil { Terminal.say(RecordingKeys.help) }
        let stopping = Task { for await number in interrupts { await stop(for: number) } }
        let listening = Task { [pressed = keyboard?.keys] in
            guard let pressed else { return }
            for await key in pressed { await press(key) }
        }
        defer {
            stopping.cancel()
            listening.cancel()
        }
        return try await follow(keyboard)
    }

    private func draw(_ status: RecordingStatus) {
        Terminal.draw([StatusLine(status).text, trailer()?.printable].compactMap(\.self).joined(separator: "  "))
    }

    private func stop(for number: Int32) async {
        // Ctrl-C is the normal way to end a recording. The sender of another signal expects it in the exit code.
        if number != SIGINT { received.withLock { $0 = $0 ?? number } }
        // The recorder's events report the result.
        _ = try? await recorder.stop()
    }

    /// The first signal other than Ctrl-C that was received, or nil.
    package var signal: Int32? { received.withLock { $0 } }

    private func press(_ key: UInt8) async {
        do {
            guard let told = try await keys.press(key) else { return }
            Terminal.clearLine()
            Terminal.say(told)
        } catch {
            Terminal.clearLine()
            Terminal.say("replay: \(Failure.sentence(for: error))")
        }
    }

    private func follow(_ keyboard: Keyboard?) async throws -> RecordingFacts.Ending {
        defer { Terminal.clearLine() }
        var warned: String?
        for await event in recorder.events {
            switch event {
            case .status(let status):
                keys.note(status)
                keyboard?.attend()
                if let warning = status.warning, warning != warned {
                    Terminal.clearLine()
                    Terminal.say("replay: \(Failure.sentence(warning))")
                }
                warned = status.warning
                if keyboard?.isInFront ?? true { draw(status) }
            case .ended(let ending): return ending
            case .discarded: throw RecorderError.discarded
            case .lost: break
            }
        }
        let lost = recorder.lostError()
        throw lost.kind == .unresponsive ? lost : .lost(recorder.id)
    }
}

extension RecorderError {
    fileprivate static var discarded: RecorderError {
        RecorderError(.recorderLost, description: "the recording was discarded")
    }

    fileprivate static func lost(_ id: RecordingID) -> RecorderError {
        RecorderError(
            .recorderLost, description: "the recorder was killed; what it had written is kept as recording \(id)")
    }
}
