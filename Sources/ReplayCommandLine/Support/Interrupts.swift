import Dispatch
import Glibc

/// Ctrl-C and the like, as a sequence instead of a sudden end.
package enum Interrupts {
    /// The signals that come from now on.
    package static func stream() -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            // Held by its own handler: it watches until the process ends.
            source.setEventHandler {
                _ = source
                continuation.yield(number)
            }
            source.resume()
        }
        return stream
    }
}
