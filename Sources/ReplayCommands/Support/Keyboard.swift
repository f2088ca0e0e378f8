import Dispatch
import Glibc

/// Single keys from the terminal, unechoed; the terminal is put back as it was when this goes.
final class Keyboard {
    private var saved = termios()
    private let source: any DispatchSourceRead

    /// The keys that are pressed.
    let keys: AsyncStream<UInt8>

    /// - Returns: nil where standard input is no terminal.
    init?() {
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
        var raw = saved
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        let (keys, continuation) = AsyncStream.makeStream(of: UInt8.self)
        self.keys = keys
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
        source.setEventHandler { [source] in
            var key: UInt8 = 0
            if read(STDIN_FILENO, &key, 1) == 1 { continuation.yield(key) } else { source.cancel() }
        }
        source.resume()
    }

    deinit {
        source.cancel()
        tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    }
}
