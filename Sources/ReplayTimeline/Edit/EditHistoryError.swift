public import ReplayErrors

/// Why a history cannot be walked further. The description is a sentence for the person who asked for it.
public enum EditHistoryError: CategorizedError, Hashable {
    /// No operation is in force.
    case nothingToUndo
    /// No operation was undone, or a new one came after.
    case nothingToRedo
    /// A stored operation cannot be applied. A history that was only made by performing never has one.
    case brokenHistory(EditError)
}

extension EditHistoryError {
    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence.
    public var description: String {
        switch self {
        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        case .brokenHistory(let error): "the stored history cannot be followed: \(error)"
        }
    }
}
