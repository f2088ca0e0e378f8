import Replay

/// Follows a recording in the terminal: the status line, `q` and Ctrl-C.
struct RecordingWatch {
    private let recorder: ScreenRecorder
    private let interrupts: AsyncStream<Int32>

    init(_ recorder: ScreenRecorder, interrupts: AsyncStream<Int32>) {
        self.recorder = recorder
        self.interrupts = interrupts
    }

    /// Follows it to its end.
    /// - Throws: `RecorderError` where the recorder was lost or the recording discarded by somebody.
    func run() async throws -> RecordingFacts.Ending {
        let keyboard = Terminal.isInteractive ? Keyboard() : nil
        defer { withExtendedLifetime(keyboard) {} }
        let stopping = Task { for await _ in interrupts { _ = try? await recorder.stop() } }
        let listening = Task { [keys = keyboard?.keys] in
            guard let keys else { return }
            for await key in keys where key == UInt8(ascii: "q") { _ = try? await recorder.stop() }
        }
        defer {
            stopping.cancel()
            listening.cancel()
        }
        return try await follow()
    }

    private func follow() async throws -> RecordingFacts.Ending {
        defer { Terminal.clearLine() }
        var warned: String?
        for await event in recorder.events {
            switch event {
            case .status(let status):
                if let warning = status.warning, warning != warned {
                    Terminal.clearLine()
                    Terminal.say("replay: \(warning)")
                    warned = warning
                }
                Terminal.draw(StatusLine(status).text)
            case .ended(let ending): return ending
            case .discarded: throw RecorderError.discarded
            case .lost: break
            }
        }
        throw RecorderError.lost(recorder.id)
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
