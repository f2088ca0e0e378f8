import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and the like, as a sequence instead of a sudden end.
package enum Interrupts {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    /// What was done at each before `pause()`.
    private static let paused = Mutex<[sigaction]>([])

    /// The signals that come from now on. Until it returns, they end the process.
    package static func stream() async -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        for number in numbers {
            let source = DispatchSource.makeSignalSource(signal: number)
            // Held by its own handler: it watches until the process ends.
            source.setEventHandler {
                _ = source
                continuation.yield(number)
            }
            // It is at work only some time after it was resumed: a signal that was ignored meanwhile would be lost.
            await withCheckedContinuation { isAtWork in
                source.setRegistrationHandler { isAtWork.resume() }
                source.resume()
            }
        }
        return stream
    }

    /// Lets them end the process again, until `resume()`.
    package static func pause() {
        paused.withLock { actions in
            guard actions.isEmpty else { return }
            actions = numbers.map { number in
                var (end, before) = (sigaction(), sigaction())
                sigaction(number, &end, &before)
                return before
            }
        }
    }

    package static func resume() {
        paused.withLock { actions in
            for (number, var before) in zip(numbers, actions) { sigaction(number, &before, nil) }
            actions = []
        }
    }
}
