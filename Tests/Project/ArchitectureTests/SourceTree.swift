import Foundation
import ReplayTestSupport

/// The Swift files of the package, by group and target.
enum SourceTree {
    /// The folders of `Sources`, from the bottom up.
    static let groups = ["Base", "System", "Media", "Library", "Record", "Edit", "Export", "Serve", "Programs"]

    struct Target {
        /// `Sources` or `Tests`.
        let root: String
        /// The folder of `root` that contains the target.
        let group: String
        let name: String
        let files: [File]
    }

    struct File {
        let url: URL
        /// The path within the target, such as `Plan/AudioPlan.swift`.
        let path: String
        let text: String

        var name: String { url.lastPathComponent }
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// The modules that the file imports, at any access level.
        var imports: [String] {
            lines.compactMap { line in
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                    words[..<place].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
                else { return nil }
                return String(words[place + 1])
            }
        }
    }

    /// The targets of `Sources`, and those of `Tests` that test suites share.
    static var targets: [Target] {
        get throws {
            try targets(in: "Sources") + targets(in: "Tests")
        }
    }

    static func target(_ name: String) throws -> Target? {
        try targets.first { $0.name == name }
    }

    private static func targets(in root: String) throws -> [Target] {
        try folders(of: ProjectFolder.url.appending(path: root)).flatMap { group in
            try folders(of: group).map { target in
                Target(
                    root: root, group: group.lastPathComponent, name: target.lastPathComponent,
                    files: try files(in: target))
            }
        }
    }

    private static func folders(of folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    }

    private static func files(in target: URL) throws -> [File] {
        let found = FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { url in
            let path = url.path.dropFirst(target.path.count + 1)
            return File(url: url, path: String(path), text: try String(contentsOf: url, encoding: .utf8))
        }
    }
}
