extension Collection<EditDecision> {
    /// The numbers of decisions that have no effect because a later one of the same kind replaces them.
    public var replacedNumbers: Set<Int> {
        var (replaced, seen) = (Set<Int>(), Set<EditOperation.Exclusive>())
        for decision in reversed() where decision.isEnabled {
            guard let kind = decision.operation.exclusive else { continue }
            // A `keep` still cuts the gaps between its ranges if a later trim replaces its outer range.
            if seen.contains(kind), !decision.operation.isKeep { replaced.insert(decision.number) }
            seen.insert(kind)
        }
        return replaced
    }
}

extension EditOperation {
    /// The kinds of operations of which only the last one takes effect.
    fileprivate enum Exclusive { case trim, crop, rotation, captions }

    fileprivate var exclusive: Exclusive? {
        switch self {
        case .trim, .keep: .trim
        case .crop: .crop
        case .rotate: .rotation
        case .captions: .captions
        case .cut, .speed, .video, .title, .zoom, .camera, .mark, .pointer, .audio: nil
        }
    }

    fileprivate var isKeep: Bool { if case .keep = self { true } else { false } }
}
