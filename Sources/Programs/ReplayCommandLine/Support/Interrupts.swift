import Dispatch
import Glibc
import Synchronization

/// The signals of Ctrl-C, termination and hangup, as a sequence.
package enum Interrupts {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    /// The former actions of the signals during `pause()`.
    private static let paused = Mutex<[sigaction]>([])

    /// Returns the signals that arrive from now on. Until this function returns, they end the process.
    package static func stream() async -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        for number in numbers {
            let source = DispatchSource.makeSignalSource(signal: number)
            // The handler keeps the source alive until the process ends.
            source.setEventHandler {
                _ = source
                continuation.yield(number)
            }
            // A source starts only some time after `resume()`. A signal that is ignored in between would be lost.
            await withCheckedContinuation { isAtWork in
                source.setRegistrationHandler { isAtWork.resume() }
                source.resume()
            }
        }
        return stream
    }

    /// Lets the signals end the process again, until `resume()`.
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
