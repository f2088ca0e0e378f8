/// An operation in an edit, with its number.
public struct NumberedOperation: Hashable, Sendable {
    /// The number, from 1. It never changes.
    public let number: Int
    /// The operation.
    public internal(set) var operation: EditOperation
    /// True if the operation takes effect.
    public internal(set) var isEnabled: Bool

    package init(number: Int, operation: EditOperation, isEnabled: Bool) {
        self.number = number
        self.operation = operation
        self.isEnabled = isEnabled
    }
}
