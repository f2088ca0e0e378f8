import Foundation
import Testing

@Suite struct FolderTests {
    @Test("Folders of a module use each other's types in one direction")
    func direction() throws {
        for target in try SourceTree.targets where target.root == "Sources" {
            let uses = Self.uses(in: target)
            for folder in uses.keys.sorted() where Self.reachable(from: folder, in: uses).contains(folder) {
                Issue.record("\(target.name)/\(folder) uses \(uses[folder]?.sorted() ?? []), which use it in turn")
            }
        }
    }

    @Test("A cycle of folders is found")
    func cycle() {
        let uses: [String: Set<String>] = ["A": ["B"], "B": ["C"], "C": ["B"], "D": ["A"]]
        #expect(!Self.reachable(from: "A", in: uses).contains("A"))
        #expect(Self.reachable(from: "B", in: uses).contains("B"))
        #expect(Self.reachable(from: "D", in: uses) == ["A", "B", "C"])
    }

    /// Returns the folders whose types each folder uses. Files beside the folders join them, and are left out.
    private static func uses(in target: SourceTree.Target) -> [String: Set<String>] {
        var folders: [String: String] = [:]
        for file in target.files {
            guard let folder = folder(of: file) else { continue }
            for name in declared(in: file.text) { folders[name] = folder }
        }
        var uses: [String: Set<String>] = [:]
        for file in target.files {
            guard let folder = folder(of: file) else { continue }
            let text = code(of: file)
            let own = Set(
                text.matches(of: /(?:struct|class|enum|actor|protocol|typealias|case) (\w+)/).map { String($0.1) })
            for name in Set(text.matches(of: /(?:^|[^.\w])([A-Z]\w+)/).map { String($0.1) }).subtracting(own) {
                guard let other = folders[name], other != folder else { continue }
                uses[folder, default: []].insert(other)
            }
        }
        return uses
    }

    private static func folder(of file: SourceTree.File) -> String? {
        file.path.contains("/") ? file.path.split(separator: "/").first.map(String.init) : nil
    }

    /// Returns the names of the types at the top level that other files can use.
    private static func declared(in text: String) -> [String] {
        let pattern = /^(?:(?:package|public|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
        return text.matches(of: pattern.anchorsMatchLineEndings()).map { String($0.1) }
    }

    /// Returns a file without comments and string literals.
    private static func code(of file: SourceTree.File) -> String {
        file.text.replacing(/\/\/[^\n]*/, with: "").replacing(/"[^"\n]*"/, with: "\"\"")
    }

    private static func reachable(from folder: String, in uses: [String: Set<String>]) -> Set<String> {
        var (found, rest) = (Set<String>(), uses[folder] ?? [])
        while let next = rest.popFirst() {
            if found.insert(next).inserted { rest.formUnion(uses[next] ?? []) }
        }
        return found
    }
}
