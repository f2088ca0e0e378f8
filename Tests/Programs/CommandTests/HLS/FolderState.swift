import Foundation

/// What is in a folder, to be held against what is in it later.
struct FolderState: Equatable {
    struct File: Equatable {
        let inode: Int
        let modified: Date
        let bytes: Data
    }

    /// By their paths from the folder; other folders are in it without bytes of theirs.
    let files: [String: File]

    /// Nothing, where there is no such folder.
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

    /// The same names with the same bytes.
    func hasSameBytes(as other: FolderState) -> Bool {
        files.mapValues(\.bytes) == other.files.mapValues(\.bytes)
    }

    /// The names in both with the same bytes.
    func shared(with other: FolderState) -> Set<String> {
        Set(files.filter { other.files[$0.key]?.bytes == $0.value.bytes }.keys)
    }
}
