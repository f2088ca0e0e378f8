extension Collection<NumberedOperation> {
    /// The numbers of operations that have no effect because a later one of the same kind replaces them.
    public var replacedNumbers: Set<Int> {
        var (replaced, seen) = (Set<Int>(), Set<EditOperation.Exclusive>())
        for numbered in reversed() where numbered.isEnabled {
            guard let kind = numbered.operation.exclusive else { continue }
            // A `keep` still cuts the gaps between its ranges if a later trim replaces its outer range.
            if seen.contains(kind), !numbered.operation.isKeep { replaced.insert(numbered.number) }
            seen.insert(kind)
        }
        return replaced
    }
}

extension EditOperation {
    /// The kinds of operations of which only the last one takes effect.
    fileprivate enum Exclusive { case trim, crop, rotation, style, pointerLook, keys, captions }

    fileprivate var exclusive: Exclusive? {
        switch self {
        case .trim, .keep: .trim
        case .crop: .crop
        case .rotate: .rotation
        case .style: .style
        case .pointerLook: .pointerLook
        case .keys: .keys
        case .captions: .captions
        case .cut, .speed, .video, .title, .zoom, .annotation, .camera, .mark, .pointer, .audio: nil
        }
    }

    fileprivate var isKeep: Bool { if case .keep = self { true } else { false } }
}
