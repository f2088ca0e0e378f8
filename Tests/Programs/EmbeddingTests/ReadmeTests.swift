import Foundation
import ReplayTestSupport
import Testing

@Suite struct ReadmeTests {
    private let root = ProjectFolder.url

    @Test("The README's example is the one that is compiled")
    func readme() throws {
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let fences = readme.components(separatedBy: "```swift\n").dropFirst()
        #expect(fences.count == 1)
        let shown = try #require(fences.first?.components(separatedBy: "```").first)
        #expect(lines(shown) == (try compiled()))
    }

    @Test("The example in the documentation is the same")
    func documentation() throws {
        let page = root.appending(path: "Sources/Programs/Replay/Replay.docc/Replay.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let shown = try #require(text.components(separatedBy: "```swift\n").dropFirst().first)
        #expect(lines(shown.components(separatedBy: "```")[0]) == (try compiled()))
    }

    private func compiled() throws -> [String] {
        let source = try String(
            contentsOf: root.appending(path: "Tests/Programs/EmbeddingTests/ReadmeExample.swift"), encoding: .utf8)
        return lines(source).filter { !$0.hasPrefix("///") && !$0.hasPrefix("func ") && $0 != "}" }
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
