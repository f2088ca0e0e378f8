import Foundation
import ReplayTestSupport
import Testing

/// Checks the completions that a shell offers for `replay`.
@Suite struct CompletionTests {
    @Test("Each shell takes its script", arguments: ["bash", "zsh", "fish"])
    func eachShellTakesItsScript(shell: String) throws {
        let place = try Workplace()
        let script = try place.shell("\"$REPLAY\" --generate-completion-script \(shell) >script && \(shell) -n script")
        #expect(script.status == 0, "\(script.errors)")
        #expect(script.errors.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path("script"))).count > 5000)
    }

    /// Returns bash's completions for the last of these words.
    private func offers(_ words: String..., at place: Workplace) throws -> [String] {
        let line = (["replay"] + words).joined(separator: " ")
        let outcome = try place.shell(
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

    @Test("Bash offers commands, options and the recordings that there are")
    func bashOffersCommands() throws {
        let place = try Workplace()
        #expect(try offers("un", at: place) == ["uncover", "undo", "unmute"])
        #expect(try offers("trim", "--f", at: place) == ["--from"])
        #expect(try offers("info", "", at: place).isEmpty)
        // Completion does not create a library.
        #expect(try !place.names(in: ".").contains("home"))
        let ids = [try place.importMovie(.silent), try place.importMovie(.silent)].sorted()
        #expect(try offers("info", "", at: place) == ids + ["silent"])
        #expect(try offers("info", "si", at: place) == ["silent"])
        #expect(try offers("info", "2", at: place) == ids)
        #expect(try offers("cut", "", at: place) == ids + ["silent"])
        #expect(try offers("info", "zzz", at: place).isEmpty)
    }
}
