public import MediaTime
public import ReplayErrors

/// The operations made on one recording, and how far they are in force: undo and redo walk along them.
public struct EditHistory: Hashable, Sendable {
    /// All operations in the order they were made, those that were undone last.
    public private(set) var operations: [EditOperation]
    /// How many of the operations are in force, 0 up to their number.
    public private(set) var position: Int
    /// What the operations in force amount to.
    public private(set) var edit: Edit

    /// The history of a recording that nobody has edited.
    ///
    /// - Throws: ``EditError/emptyRecording`` when the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        self.operations = []
        self.position = 0
        self.edit = try Edit(duration: duration)
    }

    init(duration: MediaTime, operations: [EditOperation], position: Int) throws(EditError) {
        self.operations = operations
        self.position = position
        self.edit = try Edit(duration: duration).applying(operations.prefix(position))
    }

    /// The same operations on a recording that has become longer: it was resumed, or is still being recorded.
    ///
    /// - Throws: ``EditError`` where an operation cannot be made on so short a recording.
    public func extended(to duration: MediaTime) throws(EditError) -> EditHistory {
        try EditHistory(duration: duration, operations: operations, position: position)
    }

    /// Whether the same decisions were made, and as many of them are in force; the recording may have grown meanwhile.
    public func hasSameDecisions(as other: EditHistory) -> Bool {
        position == other.position && operations == other.operations
    }

    /// Whether there is an operation to undo.
    public var canUndo: Bool { position > 0 }
    /// Whether there is an undone operation to make again.
    public var canRedo: Bool { position < operations.count }

    /// The same operations on a shorter recording than they were made for: ranges end where it ends, and operations that
    /// lie beyond it are dropped.
    ///
    /// - Throws: ``EditError`` where nothing would be left of the recording.
    public func limited(to duration: MediaTime) throws(EditError) -> EditHistory {
        guard duration > .zero else { throw .emptyRecording }
        let all = TimeRange(start: .zero, end: duration)
        let limited = operations.map { $0.limited(to: all) }
        let position = limited.prefix(position).count { $0 != nil }
        return try EditHistory(duration: duration, operations: limited.compactMap(\.self), position: position)
    }

    /// Makes an operation and drops those that were undone, or throws and changes nothing.
    public mutating func perform(_ operation: EditOperation) throws(EditError) {
        try edit.apply(operation)
        operations.removeSubrange(position...)
        operations.append(operation)
        position = operations.count
    }

    /// Takes back the last operation in force. It folds the history again, in n log n steps.
    public mutating func undo() throws(EditHistoryError) {
        guard canUndo else { throw .nothingToUndo }
        do throws(EditError) {
            edit = try Edit(duration: edit.duration).applying(operations.prefix(position - 1))
        } catch {
            throw .brokenHistory(error)
        }
        position -= 1
    }

    /// Makes the operation again that was undone last.
    public mutating func redo() throws(EditHistoryError) {
        guard canRedo else { throw .nothingToRedo }
        do throws(EditError) {
            try edit.apply(operations[position])
        } catch {
            throw .brokenHistory(error)
        }
        position += 1
    }
}

extension EditHistory: Codable {
    private enum CodingKeys: CodingKey {
        case duration, operations, position
    }

    /// Reads `{"duration": "900000/90000", "operations": [{"cut": range}], "position": 1}`. A position beyond the
    /// operations, or operations in force that cannot be, are corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let operations = try container.decode([EditOperation].self, forKey: .operations)
        let position = try container.decode(Int.self, forKey: .position)
        guard (0...operations.count).contains(position) else {
            throw DecodingError.dataCorruptedError(
                forKey: .position, in: container,
                debugDescription: "The position \(position) is beyond the \(operations.count) operations.")
        }
        do throws(EditError) {
            try self.init(duration: duration, operations: operations, position: position)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .operations, in: container, debugDescription: error.description)
        }
    }

    /// Writes what ``init(from:)`` reads; the edit is not written, since the operations amount to it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(edit.duration, forKey: .duration)
        try container.encode(operations, forKey: .operations)
        try container.encode(position, forKey: .position)
    }
}

/// Why a history cannot be walked further. The description is a sentence for the person who asked for it.
public enum EditHistoryError: CategorizedError, Hashable {
    /// No operation is in force.
    case nothingToUndo
    /// No operation was undone, or a new one came after.
    case nothingToRedo
    /// It is not the history any more that was meant.
    case changed
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
        case .changed: "the edit has changed meanwhile"
        case .brokenHistory(let error): "the stored history cannot be followed: \(error)"
        }
    }
}
