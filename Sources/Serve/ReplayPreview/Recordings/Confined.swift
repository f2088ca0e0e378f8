import Synchronization

/// A value that only one thread at a time may use, for example a decoder.
final class Confined<Value>: Sendable {
    private let value: Mutex<Value>

    init(_ value: consuming sending Value) { self.value = Mutex(value) }

    /// Calls `body` with the value, after all other threads have finished using it. Blocking.
    func use<Result: Sendable>(_ body: (Value) throws -> Result) rethrows -> Result {
        try value.withLock { try body($0) }
    }
}
