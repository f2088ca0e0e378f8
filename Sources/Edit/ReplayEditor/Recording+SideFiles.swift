import Files
import ReplayLibrary
import ReplayTimeline

extension Recording {
    /// Returns sentences about files beside the movie that are damaged or missing, so that an edit shows less than was
    /// recorded.
    /// - Throws: `FileSystemError` if a file cannot be read.
    func missingParts(of edit: Edit) throws(FileSystemError) -> [String] {
        var sentences: [String] = []
        if !edit.pointerLook.isOff, try hasPointerApart {
            let shapes = try lacksPointerShapes ? [Self.shapesName] : []
            let positions = try lacks(PointerEntry.self) ? [PointerEntry.fileName] : []
            for file in shapes + positions {
                sentences.append(
                    "the pointer of “\(displayName)” is not drawn everywhere, because \(file) is damaged or missing")
            }
        }
        if let look = edit.keysLook, !look.isOff, try lacks(KeyEntry.self) {
            sentences.append(
                "not all shortcuts of “\(displayName)” are shown, because \(KeyEntry.fileName) is damaged or missing")
        }
        return sentences
    }

    private var lacksPointerShapes: Bool {
        get throws(FileSystemError) {
            let shapes = try pointerShapes
            if shapes.contains(.missing) { return true }
            let size = shapes.reduce(0) { $0 + Int64($1.bytes.count) }
            guard shapes.isEmpty || size < folder.size(of: Self.shapesName) else { return false }
            // A killed recorder may have written a part of a shape that no entry names yet.
            return try lastPointerShape > shapes.count
        }
    }

    /// Returns true if a file has no entries, or has bytes that are not an entry.
    private func lacks<Entry: RecordingEntry>(_ type: Entry.Type) throws(FileSystemError) -> Bool {
        let count = try entries(of: type).count
        return count == 0 || Int64(count) * Int64(Entry.length) < folder.size(of: Entry.fileName)
    }
}
