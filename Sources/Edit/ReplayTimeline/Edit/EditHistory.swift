public import MediaTime
public import ReplayErrors

/// The changes made to the edit of one recording, and how far they are in force: undo and redo walk along them.
public struct EditHistory: Hashable, Sendable {
    /// All changes in the order they were made, those that were undone last.
    public private(set) var changes: [EditChange]
    /// How many of the changes are in force, 0 up to their number.
    public private(set) var position: Int
    private var made: EditDecisions
    /// What the decisions amount to that are turned on.
    public private(set) var edit: Edit

    /// The history of a recording that nobody has edited.
    ///
    /// - Throws: ``EditError/emptyRecording`` when the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        (changes, position, made) = ([], 0, EditDecisions())
        edit = try Edit(duration: duration)
    }

    init(duration: MediaTime, changes: [EditChange], position: Int) throws(EditError) {
        self.changes = changes
        self.position = position
        made = EditDecisions()
        for change in changes.prefix(position) { try made.make(change) }
        edit = try made.edit(on: try Edit(duration: duration))
    }

    /// The decisions that stand, in the order of their numbers.
    public var decisions: [EditDecision] { made.standing }

    /// The number that the next decision gets.
    package var nextNumber: Int { made.nextNumber }

    /// The operations that count.
    public var operations: [EditOperation] { decisions.filter(\.isEnabled).map(\.operation) }

    /// The same decisions on a recording that has become longer: it was resumed, or is still being recorded.
    ///
    /// - Throws: ``EditError`` where an operation cannot be made on so short a recording.
    public func extended(to duration: MediaTime) throws(EditError) -> EditHistory {
        try EditHistory(duration: duration, changes: changes, position: position)
    }

    /// Whether the same changes were made, and as many of them are in force; the recording may have grown meanwhile.
    public func hasSameChanges(as other: EditHistory) -> Bool {
        position == other.position && changes == other.changes
    }

    /// Whether there is a change to undo.
    public var canUndo: Bool { position > 0 }
    /// Whether there is an undone change to make again.
    public var canRedo: Bool { position < changes.count }

    /// Makes a decision, and drops the changes that were undone; or throws and changes nothing.
    public mutating func perform(_ operation: EditOperation) throws(EditError) {
        try change(.perform(operation))
    }

    /// Makes a change, and drops those that were undone; or throws and changes nothing. One other than a new decision folds
    /// the decisions again, in n log n steps.
    ///
    /// - Throws: ``EditError/noDecision(_:)`` where there is none of that number, and as the operations that are left do.
    public mutating func change(_ change: EditChange) throws(EditError) {
        try apply(change)
        changes.removeSubrange(position...)
        changes.append(change)
        position = changes.count
    }

    /// Takes back the last change in force. It folds the history again, in n log n steps.
    public mutating func undo() throws(EditHistoryError) {
        guard canUndo else { throw .nothingToUndo }
        do throws(EditError) {
            self = try EditHistory(duration: edit.duration, changes: changes, position: position - 1)
        } catch {
            throw .brokenHistory(error)
        }
    }

    /// Makes the change again that was undone last.
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
            // Nothing before it has to be folded again.
            try edit.apply(operation)
            try made.make(change)
        } else {
            var changed = made
            try changed.make(change)
            edit = try changed.edit(on: try Edit(duration: edit.duration))
            made = changed
        }
    }
}

extension EditHistory {
    /// The same changes on a shorter recording than they were made for: ranges end where it ends, and decisions that lie
    /// beyond it are dropped, with what became of them.
    ///
    /// - Throws: ``EditError`` where nothing would be left of the recording.
    public func limited(to duration: MediaTime) throws(EditError) -> EditHistory {
        guard duration > .zero else { throw .emptyRecording }
        let all = TimeRange(start: .zero, end: duration)
        // For each decision its new number; nil: it was dropped.
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

    /// Reads `{"duration": "900000/90000", "operations": [{"cut": range}], "position": 1}`. A position beyond the
    /// operations, or operations in force that cannot be, are corrupt data.
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

    /// Writes what ``init(from:)`` reads; the edit is not written, since the changes amount to it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(edit.duration, forKey: .duration)
        try container.encode(changes, forKey: .changes)
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
    public var category: ErrorCategory { self == .changed ? .temporary : .badData }

    /// One sentence.
    public var description: String {
        switch self {
        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        case .changed: "the edit was changed elsewhere; load it again"
        case .brokenHistory(let error): "the stored history cannot be followed: \(error)"
        }
    }
}
