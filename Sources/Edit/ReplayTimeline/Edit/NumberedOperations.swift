/// The operations that exist after a sequence of changes, sorted by number.
struct NumberedOperations: Hashable, Sendable {
    private(set) var standing: [NumberedOperation] = []
    /// The number of the next operation.
    private(set) var nextNumber = 1

    /// Applies a change.
    ///
    /// - Throws: ``EditError/noOperation(_:)`` if the change refers to an operation that does not exist.
    mutating func apply(_ change: EditChange) throws(EditError) {
        switch change {
        case .perform(let operation):
            standing.append(NumberedOperation(number: nextNumber, operation: operation, isEnabled: true))
            nextNumber += 1
        case .remove(let number): standing.remove(at: try place(of: number))
        case .enable(let number, let isEnabled): standing[try place(of: number)].isEnabled = isEnabled
        case .replace(let number, let operation): standing[try place(of: number)].operation = operation
        case .all(let changes): try apply(changes[...])
        }
    }

    private mutating func apply(_ changes: ArraySlice<EditChange>) throws(EditError) {
        var rest = changes
        while let change = rest.first {
            let removed = rest.prefix { $0.removedNumber != nil }.compactMap(\.removedNumber)
            if removed.count > 1 { try remove(removed) } else { try apply(change) }
            rest = rest.dropFirst(max(1, removed.count))
        }
    }

    /// Removes many operations at once. Removing them one by one would move all later ones each time.
    private mutating func remove(_ numbers: [Int]) throws(EditError) {
        var places: Set<Int> = []
        for number in numbers {
            guard places.insert(try place(of: number)).inserted else { throw .noOperation(number) }
        }
        standing = standing.indices.lazy.filter { !places.contains($0) }.map { standing[$0] }
    }

    private func place(of number: Int) throws(EditError) -> Int {
        let place = standing.partitioningIndex { $0.number >= number }
        guard place < standing.count, standing[place].number == number else { throw .noOperation(number) }
        return place
    }

    /// Returns the edit that the enabled operations produce.
    func edit(on whole: Edit) throws(EditError) -> Edit {
        try whole.applying(standing.lazy.filter(\.isEnabled).map(\.operation))
    }
}

extension EditChange {
    fileprivate var removedNumber: Int? { if case .remove(let number) = self { number } else { nil } }
}
