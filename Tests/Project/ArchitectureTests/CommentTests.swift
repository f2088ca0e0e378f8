import Foundation
import Testing

/// A lint of comments: see “Write” in CONTRIBUTING.md.
@Suite struct CommentTests {
    @Test("Documentation comments begin with a noun phrase or a verb")
    func openings() throws {
        // A relative clause says nothing without the code below it.
        let opening =
            /^(?:- \w+(?: \w+)?: )?(?:What|That|Whether|Which|As|Where|Why|How|Of|Who|Those|These|Nobody|None)\b/
        try each { comment, place in
            for line in comment where line.contains(opening) { Issue.record("\(place): \(line)") }
        }
    }

    @Test("A sentence of a documentation comment has at most 25 words")
    func sentences() throws {
        try each { comment, place in
            for sentence in Self.sentences(of: comment) where Self.words(in: sentence) > 25 {
                Issue.record("\(place): \(sentence)")
            }
        }
    }

    @Test("A comment says why a failure may be dropped")
    func droppedFailures() throws {
        for target in try SourceTree.targets where target.root == "Sources" {
            for file in target.files {
                let lines = file.lines
                for (number, line) in lines.enumerated()
                where line.contains("try?") && line.contains(/^(?!\s*\/\/).*\btry\?/) {
                    // The statement may begin a few lines above.
                    let before = lines[max(0, number - 3)..<number].contains { $0.contains(/^\s*\/\//) }
                    if !before, !line.contains("//") {
                        Issue.record("\(file.name):\(number + 1): \(line.trimmingCharacters(in: .whitespaces))")
                    }
                }
            }
        }
    }

    @Test("The lint finds what it looks for")
    func finds() {
        #expect(Self.sentences(of: ["One two. Three", "four; five."]) == ["One two.", "Three four;", "five."])
        #expect(Self.words(in: "a b  c") == 3)
    }

    /// Calls `body` with the lines of each documentation comment of Sources, and its place.
    private func each(_ body: ([String], String) -> Void) throws {
        var count = 0
        for target in try SourceTree.targets where target.root == "Sources" {
            for file in target.files {
                var comment: [String] = []
                for (number, line) in file.lines.enumerated() {
                    let text = line.trimmingCharacters(in: .whitespaces)
                    if text.hasPrefix("///") {
                        comment.append(text.dropFirst(3).trimmingCharacters(in: .whitespaces))
                    } else if !comment.isEmpty {
                        body(comment, "\(file.name):\(number + 1 - comment.count)")
                        count += 1
                        comment = []
                    }
                }
            }
        }
        #expect(count > 5_000)
    }

    /// Returns the sentences of a comment. Tables are left out.
    private static func sentences(of comment: [String]) -> [String] {
        comment.filter { !$0.hasPrefix("|") }.joined(separator: " ")
            .matches(of: /\S.*?(?:[.!?;](?=\s|$)|$)/).map { String($0.0) }
    }

    private static func words(in sentence: String) -> Int { sentence.split(separator: " ").count }
}
