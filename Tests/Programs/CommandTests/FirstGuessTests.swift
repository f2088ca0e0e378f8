import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayCommandLine
@testable import ReplayCommands

/// Checks the words that people try first: other programs' names for our commands and options, and words in another
/// order.
@Suite(.timeLimit(.minutes(10))) struct FirstGuessTests {
    private static let synonyms: [(typed: String, meant: String)] = [
        ("import --title x a.mp4", "import --name x a.mp4"), ("record --title x", "record --name x"),
        ("record --time-limit 10s", "record --duration 10s"), ("record --mic", "record --audio=both"),
        ("record --mic USB", "record --mic=USB"), ("record out.mp4", "record --output=out.mp4"),
        ("record --fps 30 out.mkv", "record --fps 30 --output=out.mkv"),
        ("record -y out.mp4", "record --consent --force --output=out.mp4"),
        ("record --name x.mp4", "record --name x.mp4"),
        ("record --delay 3", "record --countdown 3"), ("record --hide-cursor", "record --no-cursor"),
        ("export --dry-run", "export --explain"), ("export --subtitles a.srt", "export --captions a.srt"),
        ("export --burn", "export --captions-as=burned"), ("export --size 640x360", "export --width=640 --height=360"),
        ("export --resolution 720p", "export --height=720"), ("export --mute", "export --audio=none"),
        ("batch -n a.json", "batch --dry-run a.json"), ("list --quiet", "list -q"), ("status -q", "status --quiet"),
        ("still --at 2", "still 2"), ("still demo 2 x.png", "still demo 2 --output=x.png"),
        ("record x.mp4 --fps 30", "record --output=x.mp4 --fps 30"), ("record --audio", "record --audio=app"),
        ("record --window --fps 30", "record --window=click --fps 30"), ("record --display 1", "record --monitor=1"),
        ("record --display :1", "record --display=:1"), ("record --display screen", "record --monitor=screen"),
        ("record --microphone --system-audio", "record --audio=both"),
        ("record --mic --audio app", "record --audio=both"),
        ("record --audio mic --audio mic", "record --audio=mic"),
        ("record --mute --mic", "record --audio=none --audio=both"),
        ("export demo --burn a.srt", "export demo --captions=a.srt --captions-as=burned"),
        ("export demo --scale 50%", "export demo --scale"), ("rename demo --to talk", "rename demo talk"),
        ("redact demo 1..2 --audio --yes", "redact demo 1..2 --audio=all --yes"),
        ("trim demo --head 1 --tail 2", "trim demo --from 1 --to=-2"), ("edit demo --speed 2", "edit demo speed 2"),
        ("record -w screen -f 60 -a default_output -o a.mp4", "record --fps=60 --audio=app -o a.mp4"),
        ("cut demo --first 2", "cut demo ..2"), ("trim demo --last 2", "trim demo -2.."),
        ("sources --audio", "sources"),
        ("export demo -q 20", "export demo --crf=20"), ("export demo -ss 2 -t 3", "export demo 2..0:05.000"),
        ("cut demo --from 1 --to 2 --from 3 --to 4", "cut demo 1..2 3..4"),
        ("export demo --at 2", "export demo --at 2"),
        ("redact demo --at 2", "redact demo --at 2"), ("redact demo --from 2 --to 3", "redact demo 2..3"),
        ("edit demo --change 2 --text x", "edit demo --change 2 x"),
        ("edit fade-out demo --duration 2", "edit fade-out demo 2"),
        ("edit demo title -- --from", "edit demo title -- --from"),
        ("edit demo title --from 2 --to 3 -- --title", "edit demo title 2..3 -- --title"),
        ("edit demo --rotate=90", "edit demo rotate 90"), ("retention --older-than 30d", "retention --days=30"),
        ("record start --fps 30", "record --fps 30"),
        ("export -i demo out.gif", "export demo out.gif"), ("export demo --resolution 720", "export demo --height=720"),
        ("export demo --from 2 --to 5", "export demo 2..5"),
        ("export demo -ss 2 -to 5 x.mp4", "export demo x.mp4 2..5"),
        ("export demo --to clipboard", "export demo --to clipboard"),
        ("cut demo --from 2 --duration 3", "cut demo 2..0:05.000"),
        ("cut demo --from 2 --to 3", "cut demo --from 2 --to 3"),
        ("edit blur demo --region 1,2,3,4 --from 2", "edit blur demo 2.. 1,2,3,4"),
        ("edit demo title --text Hi --at 2 --duration 1m", "edit demo title 2..1:02.000 Hi"),
        ("edit demo mark --name Intro --at 3", "edit demo mark 3 Intro"),
        ("edit demo speed --to -3 --by 2x", "edit demo speed ..-3 2x"), ("edit --delete 2", "edit --remove 2"),
        ("edits --format otio", "edits --as otio"),
    ]

    @Test("An option of another program's becomes ours", arguments: synonyms.indices)
    func option(index: Int) {
        let (typed, meant) = Self.synonyms[index]
        let words = typed.split(separator: " ").map(String.init)
        #expect(OptionAliases.all.rewritten(words, of: words[0]).joined(separator: " ") == meant)
    }

    @Test("Words after “--” are no options, whatever they begin with")
    func terminated() throws {
        func words(_ arguments: String...) throws -> [String] {
            let words = OptionAliases.all.rewritten(arguments, of: arguments[0])
            let command = try ReplayCommand.parseAsRoot(words)
            return switch command {
            case let edit as EditCommand: edit.words
            case let cut as Cut: cut.arguments.words
            case let still as Still: still.words
            default: []
            }
        }
        let text = "--force is dangerous"
        #expect(try words("edit", "demo", "title", "3..5", "--", text) == ["demo", "title", "3..5", text])
        #expect(try words("edit", "title", "--", "--", "--json") == ["title", "--", "--json"])
        #expect(try words("cut", "--", "demo", "-3..-1") == ["demo", "-3..-1"])
        #expect(try words("still", "demo", "--", "-5") == ["demo", "-5"])
        for arguments in [["edit", "title", text], ["edit", "title", "--bogus", "--", "a"], ["cut", "--bogus"]] {
            #expect(throws: (any Error).self) { try ReplayCommand.parseAsRoot(arguments) }
        }
    }

    @Test(
        "A command of another program's becomes ours, or is answered with ours",
        arguments: [
            ("view", "play"), ("mv", "rename"), ("show", "info"), ("delete", "discard"), ("remove", "discard"),
            ("cp", "duplicate"), ("copy", "duplicate"), ("gif", "export --preset=gif"),
            ("webm", "export --preset=webm"), ("thumbnail", "still"), ("mark --at 3", "edit mark --at 3"),
            ("mute --from 1", "edit mute --from 1"), ("volume +3dB", "edit gain +3dB"), ("mark 3", "mark 3"),
            ("pointer size 150%", "edit pointer size 150%"), ("keys top", "edit keys top"),
        ])
    func command(typed: String, meant: String) throws {
        let typed = typed.split(separator: " ").map(String.init)
        let words = try CommandWords.resolve(typed, in: ReplayCommand.configuration)
        #expect(words.arguments.joined(separator: " ") == meant)
    }

    @Test(
        "A word for which there is no command is answered with one of the same meaning",
        arguments: [
            ("share", "replay export"), ("kill", "replay stop --force"), ("details", "replay info"),
            ("subtitles", "replay edit captions"), ("filmstrip", "replay strip"), ("speed", "replay edit speed"),
        ])
    func related(typed: String, suggested: String) {
        let error = #expect(throws: UnknownCommand.self) {
            try CommandName.resolve(typed, in: ReplayCommand.configuration)
        }
        #expect(error?.description.contains("did you mean “\(suggested)”") == true, "\(error?.description ?? "")")
    }

    @Test("A suggestion has the meaning or nearly the letters of what was typed")
    func plausible() {
        let known: Set = ["--wait", "--display", "--duration", "--output", "--fps"]
        for word in ["--quiet", "--delay", "--title", "--loop", "--x"] {
            #expect(OptionHints.near(word, among: known) == nil, "\(word)")
        }
        #expect(OptionHints.near("--durration", among: known) == "--duration")
        #expect(OptionHints.near("--outptu", among: known) == "--output")
        #expect(OptionHints.near("--dur", among: known) == "--duration")
    }

    @Test("An unknown option is told before what its value was taken for")
    func unknownOption() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let cases: [(arguments: [String], words: String)] = [
            (["export", id, "--foo", "15", "-o", "x.mp4"], "“replay export” has no option “--foo”"),
            (["export", id, "--title", "demo", "-o", "x.mp4"], "“replay rename \(id) NAME” changes it"),
            (["export", id, "--trim", "1"], "such as “replay export \(id) 3..5 part.mp4”"),
            (["export", id, "--heigth", "90"], "did you mean “--height”?"),
            (["edit", id, "--bogus"], "“replay edit” has no option “--bogus”"),
            (["cut", "1..2", "--bogus"], "“replay cut” has no option “--bogus”"),
            (["still", "--bogus", "2"], "“replay still” has no option “--bogus”"),
            (["list", "--bogus"], "“replay list” has no option “--bogus”"),
            (["record", "--quality", "high"], "“replay export --quality low” makes a small file"),
            (["import", "--bogus", "x.mp4"], "“replay import” has no option “--bogus”"),
        ]
        for (arguments, words) in cases {
            try place.start(arguments).wait().expectComplaint(64, words)
        }
        #expect(!place.exists("x.mp4"))
    }

    @Test("Words in another order are answered with the right one, with the names that were given")
    func order() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.result("rename", "my demo")
        try place.replay("cut", "1..1.2", "my demo").expectComplaint(64, "“replay cut 'my demo' 1..1.2”")
        try place.replay("trim", "1..2", "my demo").expectComplaint(64, "“replay trim 'my demo' 1..2”")
        try place.replay("edit", "blur", "1..2", "my demo").expectComplaint(64, "“replay edit 'my demo' blur 1..2”")
        try place.replay("edit", "1..2", "blur").expectComplaint(64, "“replay edit blur 1..2”")
        try place.replay("edit", "my demo", "blurr", "1..2").expectComplaint(65, "there is no operation “blurr”")
        #expect(try place.replay("edits", "--json").json(EditsReport.self).canUndo == false)
    }

    @Test("An operation is taken as a command, and edits the recording that it names")
    func operations() throws {
        let place = try Workplace()
        let first = try place.importMovie(.silent)
        try place.result("rename", "demo")
        let second = try place.importMovie(.silent)
        try place.result("rename", "talk")
        let cases = [
            (["speed", "demo", "2x"], "speed 0:00.000..0:03.000 2x"), (["title", "demo", "Hello"], "Hello"),
            (["edit", "title", "demo", "Good bye"], "Good bye"), (["rotate", "demo", "90"], "rotate 90"),
            (["mute", "demo", "1..2"], "mute 0:01.000..0:02.000"),
            (["title", "demo", "1-2", "Dash"], "Dash"), (["blur", "demo", "1..2"], "blur 0:01.000..0:02.000"),
        ]
        for (arguments, operation) in cases {
            let outcome = try place.start(arguments).wait()
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            #expect(try place.replay("edits", first).output.contains(operation), "\(arguments)")
        }
        #expect(try place.replay("edits", first).output.contains("1-2") == false)
        #expect(try place.replay("edits", second, "--json").json(EditsReport.self).canUndo == false)
        for (arguments, operation) in [
            (["edit", "demo", "delete", "2.5..3"], "cut 0:02.500..0:03.000"),
            (["cut", "demo", "2.5..2.6,2.7..2.8"], "cut 0:02.700..0:02.800"),
            (["title", "demo", "top", "Above", "--from", "1", "--to", "2"], "title 0:01.000..0:02.000 top \"Above\""),
            (
                ["title", "demo", "--text", "Below", "--from", "1", "--to", "2", "middle"],
                "title 0:01.000..0:02.000 middle \"Below\""
            ),
            (["edit", "demo", "crop=40:30:10:20"], "crop 40x30+10+20"),
            (["edit", "demo", "fade", "in", "1s"], "fade-in 0:00.000..0:01.000"),
            (["edit", "demo", "mark", "Intro", "1"], "mark 0:01.000 \"Intro\""),
            (["fade-out", "demo", "1s"], "fade-out 0:02.000..0:03.000"), (["rotate", "demo", "left"], "rotate 270"),
            (["blur", "demo", "--region", "10,20,30x40", "--to", "1"], "blur 0:00.000..0:01.000 30x40+10+20"),
        ] {
            let outcome = try place.start(arguments).wait()
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            #expect(try place.replay("edits", first).output.contains(operation), "\(arguments)")
        }
        try place.result("edit", "demo", "title", "0..1", "speed=2")
        #expect(try place.replay("edits", first).output.contains("\"speed=2\""))
        try place.result("edit", "demo", "title", "Range behind", "1..2")
        #expect(try place.replay("edits", first).output.contains("1..2\"") == false)
        try place.replay("title", "demo").expectComplaint(64, "“replay title demo \"Text\"”")
    }

    @Test("Words that no command takes are answered with what was meant")
    func answers() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.result("rename", "demo")
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            (["split", "demo", "4"], 64, "“replay export demo 0..4 part.mp4”"),
            (["join", "demo", "talk"], 64, "Replay does not join recordings"),
            (["demo"], 64, "did you mean “replay preview demo”?"),
            (["-i", "movie.mp4", "out.gif"], 64, "a command comes first"),
            (["record", "3s"], 64, "“replay record --duration 3s”"),
            (["delete", "demo", "talk"], 64, "one recording at a time"),
            (["export", "demo", "gif"], 64, "write “replay export demo demo.gif”"),
            (["export", "demo", "talk"], 64, "write “replay export demo talk.mp4”"),
            (["export", "demo", "out.mp4", "2", "5"], 64, "write “replay export demo 2..5 out.mp4”"),
            (["export", "out.mp4", "demo"], 64, "write “replay export demo out.mp4”"),
            (["export", "demo", "out.mp3"], 64, ".m4a or .wav"),
            (["export", "demo", "-o", "talk"], 64, "write “-o talk.mp4”"),
            (["export", "demo", "out.avi"], 64, ".mov, .mkv, .webm"),
            (["export", "demo", "--speed", "2x"], 64, "“replay edit demo speed 2x”"),
            (["-i", "demo", "out.gif"], 64, "“replay export demo out.gif”"),
            (["demo", "export"], 64, "did you mean “replay export demo”?"),
            (["cut", "demo", "1", "2"], 64, "write “replay cut demo 1..2”"),
            (["cut", "1", "2", "demo"], 64, "write “replay cut demo 1..2”"),
            (["cut", "demo", "from", "1", "to", "2"], 64, "write “replay cut demo 1..2”"),
            (["trim", "demo", "1"], 64, "“replay trim demo 1..” what comes after"),
            (["cut", "demo"], 64, "“replay cut demo 3..5”"), (["trim", "demo"], 64, "“replay trim demo 2..5”"),
            (
                ["redact", "demo", "--from", "0", "--to", "1", "--from", "2", "--to", "3", "--yes"], 64,
                "is not a rectangle"
            ), (["edit", "demo"], 64, "“replay edit demo blur"),
            (["edit", "demo", "undo"], 64, "write “replay undo demo”"),
            (["redact", "demo", "10x10+0+0"], 64, "“replay redact demo 0.. 10x10+0+0”"),
            (["captions", "demo"], 65, "requires a WebVTT or SubRip file"),
            (["rename", "demo"], 64, "write “replay rename demo NAME”"),
            (["rename", "demo", "to", "talk"], 64, "write “replay rename demo talk”"),
            (["mute", "demo"], 66, "“replay edit demo mute” mutes a finished recording"),
            (["mark", "demo", "3"], 66, "“replay edit demo mark 3 NAME”"),
            (["info", "Demo"], 66, "did you mean “demo”?"), (["info", "demo.mp4"], 66, "did you mean “demo”?"),
            (["info", "dmo"], 66, "did you mean “demo”?"), (["info", "-1"], 64, "“@” is the latest recording"),
            (["duplicate", "demo", "talk"], 64, "“replay duplicate demo --name talk”"),
            (["undo", "demo", "2"], 64, "one operation is undone at a time"),
            (["recover", "demo"], 64, "always checks all recordings"),
            (["cut", "last", "1s"], 64, "write “replay cut -1s..”"),
            (["fade", "demo"], 64, "“replay fade-in demo 1s”"),
            (["edit", "demo", "fade", "1s"], 64, "“replay fade-in demo 1s”"),
            (["edit", "demo", "normalize"], 64, "“replay export demo --loudness -16”"),
            (["edit", "demo", "split", "1"], 64, "“replay export demo 0..4 part.mp4”"),
            (["edit", "demo", "reset"], 64, "“replay edit demo --reset”"),
            (["edit", "demo", "blurr=1", "1..2"], 65, "there is no operation “blurr=1”"),
            (["export", "demo", "-c:v", "libx264", "a.mp4"], 64, "“replay export” has no option “-c:v”"),
            (["export", "demo", "-b:v", "1000k", "-o", "a.mp4"], 64, "--quality low or --height 720"),
            (["export", "demo", "--size", "10MB"], 64, "--size 1280x720 or --height 720"),
            (["export", "demo", "@"], 64, "is also a recording"), (["trim", "--idle"], 64, "write it as “--idle 2s”"),
            (["sheet", "demo", "3x2"], 64, "“replay sheet demo --columns 3 --rows 2”"),
            (["save", "demo"], 64, "“replay export demo out.mp4”"),
            (["trim", place.path("silent.mp4"), "--output", "b.mp4"], 64, "is a file, not a recording"),
            (["zoom", "demo", "2x"], 65, "“2x” is not a rectangle"),
            (["arrow", "nothere", "1..2", "1,1", "2,2"], 66, "there is no recording “nothere”"),
            (["zoom", "nothere", "40x10+0+0"], 66, "there is no recording “nothere”"),
            (["text", "nothere", "1,1", "a"], 66, "there is no recording “nothere”"),
            (["watermark", "nothere", "top-left", "a.png"], 66, "there is no recording “nothere”"),
            (["style", "nothere", "calm"], 66, "there is no recording “nothere”"),
            (["watermark", "center", "a.png"], 65, "“center” is not a corner"),
            (["style", "bg.png", "padding", "3%"], 65, "write it as “style image bg.png”"),
            (["blur", "640x360", "1..2"], 65, "“640x360” is not a rectangle"),
            (["validate", "demo"], 64, "“replay export demo --preset hls”"),
            (["import", "clip.mp4", "holiday"], 64, "“replay import clip.mp4 --name holiday”"),
            (["record", "lesson"], 64, "“replay record --name lesson”"),
            (["record", "window", "Notes"], 64, "“replay record --window Notes”"),
            (["record", "--monitor"], 64, "write it as “--monitor 1”"),
            (["config", "set", "fps", "30"], 65, "did you mean “record.fps”?"),
        ]
        for (arguments, status, words) in cases {
            try place.start(arguments).wait().expectComplaint(status, words)
        }
        #expect(!place.exists("gif") && !place.exists("talk"))
    }

    @Test("An output with a recording's name exports that recording, and a size above the recording's is reported")
    func named() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.result("rename", "demo")
        _ = try place.importMovie()
        let outcome = try place.replay("export", "demo.mp4", "--width", "5000")
        #expect(
            outcome.status == 0 && outcome.errors.contains("an export does not enlarge frames"), "\(outcome.errors)")
        #expect(try MediaProbe(path: place.path("demo.mp4")).streams().allSatisfy { $0.kind != "audio" })
    }

    @Test("Without audio, a microphone is refused, and a size is not accepted as a place")
    func contradictions() throws {
        let place = try Workplace()
        try place.replay("record", "--audio", "none", "--mic", "USB").expectComplaint(64, "give one of them")
        try place.replay("record", "--area", "800x600").expectComplaint(64, "write --area 800x600+0+0")
        try place.shell("$REPLAY record --consent >demo.mp4").expectComplaint(64, "“replay record -o demo.mp4”")
    }
}
