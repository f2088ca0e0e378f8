import Glibc
package import ReplayControl
package import ReplayLibrary
import Synchronization

/// Follows a recording in the terminal: the status line, its keys and Ctrl-C.
package final class RecordingWatch: Sendable {
    private let recorder: ScreenRecorder
    private let keys: RecordingKeys
    private let interrupts: AsyncStream<Int32>
    private let received = Mutex<Int32?>(nil)

    package init(_ recorder: ScreenRecorder, interrupts: AsyncStream<Int32>) {
        self.recorder = recorder
        keys = RecordingKeys(recorder)
        self.interrupts = interrupts
    }

    /// Follows it to its end.
    /// - Throws: `RecorderError` where the recorder was lost or the recording discarded by somebody.
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

    private func stop(for number: Int32) async {
        // Ctrl-C is how one ends a recording; the others come from somebody who waits for an exit code.
        if number != SIGINT { received.withLock { $0 = $0 ?? number } }
        // How it ends, and whether, is told by its events.
        _ = try? await recorder.stop()
    }

    /// The signal other than Ctrl-C that has ended the recording, if any.
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
                if keyboard?.isInFront ?? true { Terminal.draw(StatusLine(status).text) }
            case .ended(let ending): return ending
            case .discarded: throw RecorderError.discarded
            case .lost: break
            }
        }
        let lost = recorder.lost
        throw lost.kind == .unresponsive ? lost : .lost(recorder.id)
    }
}

extension RecorderError {
    fileprivate static var discarded: RecorderError {
        RecorderError(.recorderLost, "the recording was discarded")
    }

    fileprivate static func lost(_ id: RecordingID) -> RecorderError {
        RecorderError(.recorderLost, "the recorder was killed; what it had written is kept as recording \(id)")
    }
}
