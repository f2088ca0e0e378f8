import Foundation

/// The contents of a folder, for comparison with its later contents.
struct FolderState: Equatable {
    struct File: Equatable {
        let inode: Int
        let modified: Date
        let bytes: Data
    }

    /// The files by their paths in the folder. Subfolders are included without bytes.
    let files: [String: File]

    /// Reads the folder. A missing folder has no files.
    init(of path: String) {
        let names = FileManager.default.subpaths(atPath: path) ?? []
        var files: [String: File] = [:]
        for name in names {
            let full = "\(path)/\(name)"
            guard let facts = try? FileManager.default.attributesOfItem(atPath: full) else { continue }
            files[name] = File(
                inode: facts[.systemFileNumber] as? Int ?? 0,
                modified: facts[.modificationDate] as? Date ?? .distantPast,
                bytes: facts[.type] as? FileAttributeType == .typeRegular
                    ? (try? Data(contentsOf: URL(fileURLWithPath: full))) ?? Data() : Data())
        }
        self.files = files
    }

    var names: [String] { files.keys.sorted() }
    var size: Int { files.values.map(\.bytes.count).reduce(0, +) }

    /// True if both have the same names with the same bytes.
    func hasSameBytes(as other: FolderState) -> Bool {
        files.mapValues(\.bytes) == other.files.mapValues(\.bytes)
    }

    /// Returns the names that have the same bytes in both.
    func shared(with other: FolderState) -> Set<String> {
        Set(files.filter { other.files[$0.key]?.bytes == $0.value.bytes }.keys)
    }
}
