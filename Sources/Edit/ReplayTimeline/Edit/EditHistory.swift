public import MediaTime
public import ReplayErrors

/// The changes to the edit of one recording, and the position of undo and redo among them.
public struct EditHistory: Hashable, Sendable {
    /// All changes in the order in which they were made; the undone ones are at the end.
    public private(set) var changes: [EditChange]
    /// The number of changes in effect, in 0...changes.count.
    public private(set) var position: Int
    private var numbered: NumberedOperations
    /// The edit that the enabled operations produce.
    public private(set) var edit: Edit

    /// Creates the history of a recording without edits.
    ///
    /// - Throws: ``EditError/emptyRecording`` if the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        (changes, position, numbered) = ([], 0, NumberedOperations())
        edit = try Edit(duration: duration)
    }

    init(duration: MediaTime, changes: [EditChange], position: Int) throws(EditError) {
        self.changes = changes
        self.position = position
        numbered = NumberedOperations()
        for change in changes.prefix(position) { try numbered.apply(change) }
        edit = try numbered.edit(on: try Edit(duration: duration))
    }

    /// The operations after the changes in effect, sorted by number.
    public var numberedOperations: [NumberedOperation] { numbered.standing }

    /// The number of the next operation.
    package var nextNumber: Int { numbered.nextNumber }

    /// The operations of the enabled operations.
    public var operations: [EditOperation] { numberedOperations.filter(\.isEnabled).map(\.operation) }

    /// Returns the change that makes an annotation the last operation, so that it is drawn above the others.
    /// - Parameter number: The number of the annotation.
    /// - Throws: ``EditError/noOperation(_:)`` or ``EditError/notAnnotation(_:)``.
    package func raising(_ number: Int) throws(EditError) -> EditChange {
        guard let raised = numberedOperations.first(where: { $0.number == number }) else { throw .noOperation(number) }
        guard case .annotation = raised.operation else { throw .notAnnotation(number) }
        let changes = [EditChange.remove(number), .perform(raised.operation)]
        return .all(raised.isEnabled ? changes : changes + [.enable(nextNumber, false)])
    }

    /// Returns the same changes on a recording that has become longer: it was resumed, or is still being recorded.
    ///
    /// - Throws: ``EditError`` if an operation does not fit a recording of this duration.
    public func extended(to duration: MediaTime) throws(EditError) -> EditHistory {
        try EditHistory(duration: duration, changes: changes, position: position)
    }

    /// Returns true if both histories have the same changes and position. The durations may differ.
    public func hasSameChanges(as other: EditHistory) -> Bool {
        position == other.position && changes == other.changes
    }

    /// True if there is a change to undo.
    public var canUndo: Bool { position > 0 }
    /// True if there is a change to redo.
    public var canRedo: Bool { position < changes.count }

    /// Adds an operation and drops the undone changes, or throws and changes nothing.
    public mutating func perform(_ operation: EditOperation) throws(EditError) {
        try change(.perform(operation))
    }

    /// Adds a change and drops the undone changes, or throws and changes nothing.
    /// A change other than a new operation applies all operations again, in O(n log n) steps.
    ///
    /// - Throws: ``EditError/noOperation(_:)`` if no operation has that number, or the error of an operation
    ///   that remains.
    public mutating func change(_ change: EditChange) throws(EditError) {
        try apply(change)
        changes.removeSubrange(position...)
        changes.append(change)
        position = changes.count
    }

    /// Undoes the last change in effect. All operations are applied again, in O(n log n) steps.
    ///
    /// - Throws: ``EditHistoryError/nothingToUndo``, or ``EditHistoryError/brokenHistory(_:)`` if an operation is
    ///   not valid.
    public mutating func undo() throws(EditHistoryError) {
        guard canUndo else { throw .nothingToUndo }
        do throws(EditError) {
            self = try EditHistory(duration: edit.duration, changes: changes, position: position - 1)
        } catch {
            throw .brokenHistory(error)
        }
    }

    /// Redoes the change that was undone last.
    ///
    /// - Throws: ``EditHistoryError/nothingToRedo``, or ``EditHistoryError/brokenHistory(_:)`` if the change is
    ///   not valid.
    public mutating func redo() throws(EditHistoryError) {
        guard canRedo else { throw .nothingToRedo }
        do throws(EditError) {
            try apply(changes[position])
        } catch {
            throw .brokenHistory(error)
        }
        position += 1
    }
}

extension EditHistory {
    private mutating func apply(_ change: EditChange) throws(EditError) {
        if case .perform(let operation) = change {
            // A new operation does not require that earlier ones are applied again.
            try edit.apply(operation)
            try numbered.apply(change)
        } else {
            var changed = numbered
            try changed.apply(change)
            edit = try changed.edit(on: try Edit(duration: edit.duration))
            numbered = changed
        }
    }
}

extension EditHistory {
    /// Returns the same changes on a shorter recording. Ranges end where the recording ends.
    /// Operations beyond its end are dropped, with the changes to them.
    ///
    /// - Throws: ``EditError`` if nothing is left of the recording.
    public func limited(to duration: MediaTime) throws(EditError) -> EditHistory {
        guard duration > .zero else { throw .emptyRecording }
        let all = TimeRange(start: .zero, end: duration)
        // The new number of each operation, or nil if it was dropped.
        var numbers: [Int?] = []
        var kept = 0
        func limited(_ change: EditChange) -> EditChange? {
            switch change {
            case .perform(let operation):
                let limited = operation.limited(to: all)
                if limited != nil { kept += 1 }
                numbers.append(limited == nil ? nil : kept)
                return limited.map { .perform($0) }
            case .all(let changes): return .all(changes.compactMap(limited))
            case .remove(let number): return place(number).map { .remove($0) }
            case .enable(let number, let isEnabled): return place(number).map { .enable($0, isEnabled) }
            case .replace(let number, let operation):
                guard let place = place(number) else { return nil }
                if let operation = operation.limited(to: all) { return .replace(place, operation) }
                numbers[number - 1] = nil
                return .remove(place)
            }
        }
        func place(_ number: Int) -> Int? { numbers.indices.contains(number - 1) ? numbers[number - 1] : nil }
        let limitedChanges = changes.map(limited)
        let position = limitedChanges.prefix(position).count { $0 != nil }
        return try EditHistory(duration: duration, changes: limitedChanges.compactMap(\.self), position: position)
    }
}

extension EditHistory: Codable {
    private enum CodingKeys: String, CodingKey {
        case duration, position
        case changes = "operations"
    }

    /// Reads `{"duration": "900000/90000", "operations": [{"cut": range}], "position": 1}`.
    ///
    /// - Throws: `DecodingError` if the position is beyond the operations, or if the operations in effect are
    ///   not valid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let changes = try container.decode([EditChange].self, forKey: .changes)
        let position = try container.decode(Int.self, forKey: .position)
        guard (0...changes.count).contains(position) else {
            throw DecodingError.dataCorruptedError(
                forKey: .position, in: container,
                debugDescription: "The position \(position) is beyond the \(changes.count) operations.")
        }
        do throws(EditError) {
            try self.init(duration: duration, changes: changes, position: position)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .changes, in: container, debugDescription: error.description)
        }
    }

    /// Writes the format that ``init(from:)`` reads. The edit is not written because it follows from the changes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(edit.duration, forKey: .duration)
        try container.encode(changes, forKey: .changes)
        try container.encode(position, forKey: .position)
    }
}

/// An error that occurs while undoing or redoing. The description is a sentence for the user.
public enum EditHistoryError: CategorizedError, Hashable {
    /// No change is in effect.
    case nothingToUndo
    /// No change was undone, or a new one was made afterwards.
    case nothingToRedo
    /// The history is no longer the one that the caller refers to.
    case changed
    /// A stored operation cannot be applied. This never occurs in a history that only ``EditHistory`` has changed.
    case brokenHistory(EditError)
}

extension EditHistoryError {
    /// The category of the error.
    public var category: ErrorCategory { self == .changed ? .temporary : .badData }

    /// A sentence.
    public var description: String {
        switch self {
        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        case .changed: "the edit was changed elsewhere; load it again"
        case .brokenHistory(let error): "the stored history is invalid: \(error)"
        }
    }
}
