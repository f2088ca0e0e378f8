import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Single keys from the terminal, unechoed. The terminal is put back as it was while the program is suspended, as by Ctrl-Z,
/// and when this goes.
final class Keyboard {
    private let mode: TerminalMode
    private let input: any DispatchSourceRead
    /// Whether nothing is read, for the terminal is another program's.
    private let isResting: Mutex<Bool>
    private let signals: [any DispatchSourceSignal]

    /// The keys that are pressed.
    let keys: AsyncStream<UInt8>

    /// - Returns: nil where standard input is no terminal.
    init?() {
        guard let mode = TerminalMode() else { return nil }
        self.mode = mode
        mode.takeKeys()
        let (keys, continuation) = AsyncStream.makeStream(of: UInt8.self)
        self.keys = keys
        input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        isResting = Mutex(false)
        signals = [
            Self.watch(SIGTSTP) {
                Terminal.clearLine()
                mode.suspend()
            },
            Self.watch(SIGCONT) { mode.takeKeys() },
        ]
        input.setEventHandler { [input, mode] in
            // Who reads from a terminal of another program's is stopped; until `attend()` there is nothing to do.
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

    /// Whether the terminal is this program's.
    var isInFront: Bool { mode.isInFront }

    /// Goes on with the keys, or lets the terminal to others. To be called now and then, for a shell that brings a running
    /// program to the front says nothing of it.
    func attend() {
        isResting.withLock { isResting in
            guard isInFront == isResting else { return mode.takeKeys() }
            isResting ? input.resume() : input.suspend()
            isResting.toggle()
            mode.takeKeys()
        }
    }

    private static func watch(
        _ number: Int32, _ body: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: body)
        source.resume()
        return source
    }
}
