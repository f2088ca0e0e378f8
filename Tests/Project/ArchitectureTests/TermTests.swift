import Foundation
import ReplayTestSupport
import Testing

/// A word that must not be used, and the field's own word for it.
private struct Term: CustomTestStringConvertible {
    let banned: String
    let wanted: String
    /// Texts that allow the word in a line that contains one of them.
    var except: [String] = []

    init(_ banned: String, _ wanted: String, except: [String] = []) {
        self.banned = banned
        self.wanted = wanted
        self.except = except
    }

    var testDescription: String { wanted }
}

/// The words to avoid, as regular expressions, in code, help, errors and documents.
private let terms = [
    Term(
        "picture", "frame",
        except: [
            "coded picture", "picture in picture", "pictureParameterSets", "AttachedPicture", "AV_PICTURE_TYPE",
            "picture parameter", "sets.picture",
        ]),
    Term(
        "sound", "audio",
        except: [
            "\"sound", "“sound", "\"Application sound\"", "--sound", "export.sound", "sound\":", "unsound",
            "\"SoundHandler\"",
        ]),
    Term("patience", "timeout"),
    Term("\\bmost[A-Z]|\\blongest[A-Z]|\\bsmallest[A-Z]|\\blargest[A-Z]", "max, min"),
    Term("gone on with", "resumed"),
    Term("was so already", "unchanged"),
    Term("\\bmend(s|ed|ing)?\\b", "repair"),
    Term("none may lie", "must contain"),
    Term("whoever made them", "existing"),
    Term("\\b(Lane|JobTwin|HLSRow|SlurmWatch|SlurmFinding|SlurmPlace|SlurmPace)\\b", "what they are"),
    Term("\\brooms\\b", "modules"),
    Term("\\bgroups? of (pictures|frames)\\b", "GOP"),
    Term("frames a second\\b", "frames per second"),
]

@Suite struct TermTests {
    /// Returns the files that users and developers read. The module H264 is left out, because it uses the words of
    /// the H.264 specification.
    private static func files() throws -> [URL] {
        let roots = ["Sources", "docs", "packaging/manual", "Presets"].map { ProjectFolder.url.appending(path: $0) }
        let inside = roots.flatMap { root in
            (FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL]) ?? []
        }
        let kinds: Set = ["swift", "md", "mdoc", "json", "html"]
        return (inside + ["README.md", "CONTRIBUTING.md"].map { ProjectFolder.url.appending(path: $0) })
            .filter { kinds.contains($0.pathExtension) && !$0.path.contains("/H264/") }
    }

    @Test("Code, help and documents use the field's terms", arguments: terms)
    fileprivate func use(of term: Term) throws {
        // Much faster than Regex, which takes seconds for each term.
        let pattern = try NSRegularExpression(
            pattern: term.banned, options: term.banned.allSatisfy { !$0.isUppercase } ? .caseInsensitive : [])
        func isFound(in text: String) -> Bool {
            pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
        }
        let files = try Self.files()
        #expect(files.count > 500)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard isFound(in: text) else { continue }
            for line in text.split(separator: "\n").map(String.init)
            where isFound(in: line) && !term.except.contains(where: { line.contains($0) }) {
                Issue.record(
                    "\(file.lastPathComponent): say \(term.wanted): \(line.trimmingCharacters(in: .whitespaces))")
            }
        }
    }
}
