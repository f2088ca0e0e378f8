/// A change in an edit's history.
public enum EditChange: Hashable, Sendable {
    /// A new operation. It gets the next number, starting with 1.
    case perform(EditOperation)
    /// Removes the operation with this number.
    case remove(Int)
    /// Disables or enables the operation with this number.
    case enable(Int, Bool)
    /// Replaces the operation with this number.
    case replace(Int, EditOperation)
    /// Several changes that are undone together. Only their result must be a valid edit, not the steps between them.
    indirect case all([EditChange])
}

extension EditChange {
    /// The number of single changes; those in ``all(_:)`` are counted one by one.
    package var count: Int {
        if case .all(let changes) = self { changes.reduce(0) { $0 + $1.count } } else { 1 }
    }
}

extension EditChange: Codable {
    private enum CodingKeys: CodingKey {
        case all, remove, disable, enable, replace, with
    }

    /// Reads an operation alone, or `{"remove": 3}`, `{"disable": 3}`, `{"enable": 3}`,
    /// `{"replace": 3, "with": operation}` or `{"all": [change]}`.
    public init(from decoder: any Decoder) throws {
        // Most changes are new operations, and a history may have 100,000, so these are tried first.
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

    /// Writes the format that ``init(from:)`` reads.
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
