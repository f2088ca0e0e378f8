import Files
import ReplayLibrary
import ReplayTimeline

extension Recording {
    /// Returns sentences about files beside the movie that are damaged or missing, so that an edit shows less than was
    /// recorded.
    /// - Throws: `FileSystemError` if a file cannot be read.
    func missingParts(of edit: Edit) throws(FileSystemError) -> [String] {
        var sentences: [String] = []
        if !edit.pointerLook.isOff, try lacksPointerShapes {
            sentences.append(
                "the pointer of “\(displayName)” is not drawn everywhere, because \(Self.shapesName) is damaged or missing"
            )
        }
        if let look = edit.keysLook, !look.isOff, try lacksShortcuts {
            sentences.append(
                "not all shortcuts of “\(displayName)” are shown, because \(KeyEntry.fileName) is damaged or missing")
        }
        return sentences
    }

    /// True if the pointer was recorded apart from the frames, although the file of its shapes may be missing.
    var namesPointerShapes: Bool {
        get throws(FileSystemError) {
            if hasPointerApart { return true }
            var isNamed = false
            // A shape is written before the first position.
            try readEntries { (entry: PointerEntry) in
                isNamed = entry.kind == .shaped
                return !isNamed && entry.kind != .moved
            }
            return isNamed
        }
    }

    private var lacksPointerShapes: Bool {
        get throws(FileSystemError) {
            guard try namesPointerShapes else { return false }
            let shapes = try pointerShapes
            let size = shapes.reduce(0) { $0 + Int64($1.bytes.count) }
            guard shapes.isEmpty || size < folder.size(of: Self.shapesName) else { return false }
            // A killed recorder may have written a part of a shape that no entry names yet.
            var last = 0
            try readEntries { (entry: PointerEntry) in
                if entry.kind == .shaped { last = max(last, Int(entry.x)) }
                return true
            }
            return last > shapes.count
        }
    }

    private var lacksShortcuts: Bool {
        get throws(FileSystemError) {
            let count = try entries(of: KeyEntry.self).count
            return count == 0 || Int64(count) < folder.size(of: KeyEntry.fileName) / Int64(KeyEntry.length)
        }
    }
}
