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

    private var lacksPointerShapes: Bool {
        get throws(FileSystemError) {
            guard try hasPointerApart else { return false }
            let shapes = try pointerShapes
            if shapes.contains(.missing) { return true }
            let size = shapes.reduce(0) { $0 + Int64($1.bytes.count) }
            guard shapes.isEmpty || size < folder.size(of: Self.shapesName) else { return false }
            // A killed recorder may have written a part of a shape that no entry names yet.
            return try lastPointerShape > shapes.count
        }
    }

    private var lacksShortcuts: Bool {
        get throws(FileSystemError) {
            let count = try entries(of: KeyEntry.self).count
            return count == 0 || Int64(count) * Int64(KeyEntry.length) < folder.size(of: KeyEntry.fileName)
        }
    }
}
