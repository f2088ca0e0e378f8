import Testing

@testable import ReplayCommandLine
@testable import ReplayCommands

/// Checks command lines in the spelling of other programs.
@Suite struct AliasTests {
    private static let guesses: [(typed: String, meant: String)] = [
        ("record --region 100,100,200,200", "record --area 100,100,200,200"),
        ("record -n demo", "record --name demo"), ("record --region=1,2,3,4 --mix", "record --area=1,2,3,4 --mix"),
        ("record --screen", "record"),
        ("record --screen 2", "record --monitor=2"), ("record -d 10 -o x.mp4", "record --duration=10 -o x.mp4"),
        ("record -d", "record --detach"), ("record -d --mix", "record --detach --mix"),
        ("record -t 1:30", "record --duration 1:30"), ("record -y", "record --consent --force"),
        ("record --framerate 30", "record --fps 30"), ("record --microphone", "record --audio=both"),
        ("record --microphone USB", "record --mic=USB"), ("record -- -y", "record -- -y"),
        ("export -y", "export --force"), ("export --preset 720p", "export --preset=share-720p"),
        ("export --format hls", "export --preset=hls"), ("export --format=mp4", "export --preset=share-1080p"),
        ("export --preset mine.json x.mp4", "export --preset=mine.json x.mp4"), ("export --preset", "export --preset"),
        ("trim --start 1 --end -2", "trim --from 1 --to -2"), ("cut -ss 1 -to 2", "cut --from 1 --to 2"),
        ("clip -d 20s", "clip 20s"), ("clip --length=20s", "clip 20s"), ("discard -f", "discard --yes"),
        ("list -l", "list"), ("export --720p", "export --height=720"),
        ("export --resolution 720p", "export --height=720"),
        ("config set record.fps 30", "config record.fps 30"), ("config unset record.fps", "config --unset record.fps"),
        ("config list", "config"), ("config --list", "config"), ("presets ls", "presets"),
        ("status -w", "status --watch"), ("pause -y", "pause -y"),
    ]

    @Test("Another program's spelling becomes ours", arguments: guesses.indices)
    func anotherProgramsSpellingBecomesOurs(index: Int) {
        let (typed, meant) = Self.guesses[index]
        let words = typed.split(separator: " ").map(String.init)
        #expect(OptionAliases.all.rewritten(words, of: words[0]) == meant.split(separator: " ").map(String.init))
    }

    @Test(
        "An unknown command gets the nearest one",
        arguments: [
            ("exprot", "replay export"), ("expor", "replay export"), ("lsit", "replay list"),
            ("rename2", "replay rename"),
            ("render", "replay export"), ("windows", "replay sources"), ("settings", "replay config"),
        ])
    func unknownCommandGetsTheNearestOne(typed: String, suggested: String) {
        let error = #expect(throws: UnknownCommand.self) {
            try CommandName.resolve(typed, in: ReplayCommand.configuration)
        }
        #expect(error?.description.contains("did you mean “\(suggested)”") == true, "\(error?.description ?? "")")
    }

    @Test(
        "What is near to nothing gets no suggestion",
        arguments: ["xyzzy", "", "q", "--bogus-or-so", "-v", "version", "help"])
    func whatIsNearToNothingGetsNoSuggestion(typed: String) throws {
        do {
            #expect(try CommandName.resolve(typed, in: ReplayCommand.configuration) == nil)
        } catch let error as UnknownCommand {
            #expect(error.suggestion == nil)
        }
    }

    @Test(
        "The distance of words",
        arguments: [
            ("", "", 0), ("a", "", 1), ("export", "export", 0), ("exprot", "export", 1), ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ])
    func distanceOfWords(one: String, other: String, distance: Int) {
        #expect(EditDistance.between(one, other) == distance)
        #expect(EditDistance.between(other, one) == distance)
    }
}
