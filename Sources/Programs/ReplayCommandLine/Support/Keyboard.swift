import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A reader of single keys from the terminal, without echo. The terminal's mode is restored while the program is
/// suspended, for example by Ctrl-Z, and when this object is released.
final class Keyboard {
    private let mode: TerminalMode
    private let input: any DispatchSourceRead
    /// True if reading is suspended because another program uses the terminal.
    private let isResting: Mutex<Bool>
    private let signals: [any DispatchSourceSignal]

    /// The pressed keys.
    let keys: AsyncStream<UInt8>

    /// Nil if standard input is not a terminal.
    init?() {
        guard let mode = TerminalMode() else { return nil }
        self.mode = mode
        mode.takeKeys()
        let (keys, continuation) = AsyncStream.makeStream(of: UInt8.self)
        self.keys = keys
        input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        isResting = Mutex(false)
        signals = [
            Self.watch(signal: SIGTSTP) {
                Terminal.clearLine()
                mode.suspend()
            },
            Self.watch(signal: SIGCONT) { mode.takeKeys() },
        ]
        input.setEventHandler { [input, mode] in
            // A background process that reads from its terminal is stopped. There is nothing to do until `attend()`.
            guard mode.isInFront else { return _ = usleep(100_000) }
            var key: UInt8 = 0
            let count = try? withUnsafeMutableBytes(of: &key) { try FileDescriptor.standardInput.read(into: $0) }
            if count == 1 { continuation.yield(key) } else { input.cancel() }
        }
        input.resume()
    }

    deinit {
        isResting.withLock { if $0 { input.resume() } }
        input.cancel()
        for signal in signals { signal.cancel() }
        for number in [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
        mode.putBack()
    }

    /// True if this program is in the foreground of the terminal.
    var isInFront: Bool { mode.isInFront }

    /// Continues or suspends reading. Call it regularly, because a shell does not notify a running program that it
    /// moves to the foreground.
    func attend() {
        isResting.withLock { isResting in
            guard isInFront == isResting else { return mode.takeKeys() }
            isResting ? input.resume() : input.suspend()
            isResting.toggle()
            mode.takeKeys()
        }
    }

    private static func watch(
        signal number: Int32, _ body: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: body)
        source.resume()
        return source
    }
}
