import Synchronization

/// Tells a thread that nobody wants what it makes any more.
final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
