/// One step of a history.
public enum EditChange: Hashable, Sendable {
    /// A new decision. It gets the next number: the first is 1.
    case perform(EditOperation)
    /// Takes the decision of this number away.
    case remove(Int)
    /// Turns the decision of this number off, or on again.
    case enable(Int, Bool)
    /// Another operation in the place of the decision of this number.
    case replace(Int, EditOperation)
    /// Several changes that are undone together. Only what they amount to must be possible, not what lies between them.
    indirect case all([EditChange])
}

extension EditChange {
    /// How many changes it is, those that are undone together counted one by one.
    package var count: Int {
        if case .all(let changes) = self { changes.reduce(0) { $0 + $1.count } } else { 1 }
    }
}

/// A decision that stands in an edit.
public struct EditDecision: Hashable, Sendable {
    /// Stays the same whatever becomes of the others; from 1.
    public let number: Int
    /// What was decided.
    public internal(set) var operation: EditOperation
    /// Whether it counts.
    public internal(set) var isEnabled: Bool

    package init(number: Int, operation: EditOperation, isEnabled: Bool) {
        self.number = number
        self.operation = operation
        self.isEnabled = isEnabled
    }
}

extension EditChange: Codable {
    private enum CodingKeys: CodingKey {
        case all, remove, disable, enable, replace, with
    }

    /// Reads an operation as it is, or `{"remove": 3}`, `{"disable": 3}`, `{"enable": 3}`, `{"replace": 3, "with": operation}`,
    /// `{"all": [change]}`.
    public init(from decoder: any Decoder) throws {
        // Most changes are new decisions: a history may have a hundred thousand.
        if let operation = try EditOperation(named: decoder) {
            self = .perform(operation)
            return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try values.decodeIfPresent(Int.self, forKey: .remove) {
            self = .remove(number)
        } else if let number = try values.decodeIfPresent(Int.self, forKey: .disable) {
            self = .enable(number, false)
        } else if let number = try values.decodeIfPresent(Int.self, forKey: .enable) {
            self = .enable(number, true)
        } else if let number = try values.decodeIfPresent(Int.self, forKey: .replace) {
            self = .replace(number, try values.decode(EditOperation.self, forKey: .with))
        } else if let changes = try values.decodeIfPresent([EditChange].self, forKey: .all) {
            self = .all(changes)
        } else {
            self = .perform(try EditOperation(from: decoder))
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        if case .perform(let operation) = self { return try operation.encode(to: encoder) }
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .perform: break
        case .remove(let number): try values.encode(number, forKey: .remove)
        case .enable(let number, let isEnabled): try values.encode(number, forKey: isEnabled ? .enable : .disable)
        case .replace(let number, let operation):
            try values.encode(number, forKey: .replace)
            try values.encode(operation, forKey: .with)
        case .all(let changes): try values.encode(changes, forKey: .all)
        }
    }
}
