import Synchronization

/// What is used from one thread at a time, whichever it is: a decoder, which must not be used by two at once.
final class Confined<Value>: Sendable {
    private let value: Mutex<Value>

    init(_ value: consuming sending Value) { self.value = Mutex(value) }

    /// Waits until no other thread uses it. Blocks.
    func use<Result: Sendable>(_ body: (Value) throws -> Result) rethrows -> Result {
        try value.withLock { try body($0) }
    }
}
