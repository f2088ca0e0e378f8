import Foundation
import Testing

/// What a shell offers while `replay` is typed.
@Suite struct CompletionTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `Each shell takes its script`(shell: String) throws {
        let desk = try Desk()
        let script = try desk.shell("\"$REPLAY\" --generate-completion-script \(shell) >script && \(shell) -n script")
        #expect(script.status == 0, "\(script.errors)")
        #expect(script.errors.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: desk.path("script"))).count > 5000)
    }

    /// What bash offers for the last of these words.
    private func offers(_ words: String..., at desk: Desk) throws -> [String] {
        let line = (["replay"] + words).joined(separator: " ")
        let outcome = try desk.shell(
            """
            "$REPLAY" --generate-completion-script bash >script
            PATH=$(dirname "$REPLAY"):$PATH bash -c '
                source ./script
                COMP_WORDS=(\(line)\(words.last == "" ? " \"\"" : "")) COMP_CWORD=\(words.count) COMP_TYPE=9
                COMP_LINE="\(line)" COMP_POINT=\(line.count)
                _replay replay "\(words.last ?? "")" "\(words.dropLast().last ?? "replay")"
                printf "%s\\n" "${COMPREPLY[@]}"'
            """)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.line.split(separator: "\n").map(String.init).sorted()
    }

    @Test func `Bash offers commands, options and the recordings that there are`() throws {
        let desk = try Desk()
        #expect(try offers("un", at: desk) == ["uncover", "undo", "unmute"])
        #expect(try offers("trim", "--f", at: desk) == ["--from"])
        #expect(try offers("info", "", at: desk).isEmpty)
        // Asking makes no library.
        #expect(try !desk.names(in: ".").contains("home"))
        let ids = [try desk.importMovie(.silent), try desk.importMovie(.silent)].sorted()
        #expect(try offers("info", "", at: desk) == ids)
        #expect(try offers("info", "2", at: desk) == ids)
        #expect(try offers("cut", "", at: desk) == ids)
        #expect(try offers("info", "zzz", at: desk).isEmpty)
    }
}
