import Foundation
import ReplayTestSupport
import Testing

/// Checks that Replay accepts names that other programs take for options, patterns, commands or invalid UTF-8.
@Suite(.timeLimit(.minutes(30))) struct NameTests {
    private static let hasParallel =
        (try? ChildProcess(["parallel", "--version"]).wait().output.hasPrefix("GNU")) == true

    /// The names, in the escapes of “%b” in a shell's `printf`.
    private static let folders = [
        #"x\0047\0314\0201;touch${IFS}PWNED;\0047\0314\0201y"#, "-d", "[ab]", #"\0377\0303"#, #"a\nb"#,
        #"{= system("touch PWNED") =}"#, #"\0314\0201*?"#,
    ]

    /// Makes a folder with this name that contains a movie and the job file `-x.json`, and runs a script there.
    private func run(_ script: String, in folder: String, on place: Workplace) throws -> ChildProcess.Outcome {
        try place.shell(
            """
            set -e; top=$PWD; name=$(printf '%b' '\(folder)'); mkdir -p "./$name"; cd "./$name"; rm -rf ./*
            cp "$top/silent.mp4" m.mp4; cp m.mp4 "$(printf 'n\\377\\314.mp4')"
            echo "{version: 1, defaults: {preset: 'share-720p', output: 'out/{name}.mp4'}, jobs: [{movie: '?*.mp4'}]}" >./-x.json
            set +e; \(script)
            """)
    }

    private func check(_ outcome: ChildProcess.Outcome, _ folder: String, on place: Workplace) throws {
        #expect(outcome.status == 0, "\(folder): \(outcome.errors)")
        #expect(outcome.output.hasSuffix("6d2e6d70346eff2e6d703420"), "\(folder): \(outcome.output)")
        #expect(try place.shell("find . -name PWNED").output.isEmpty, "\(folder)")
    }

    /// Shell commands that print the names of the outputs in hexadecimal.
    private static let list =
        "s=$?; cd out; printf '%s' * ' ' | sed 's/\\xcc//' | od -An -v -tx1 | tr -d ' \\n'; exit $s"

    @Test("A batch works in a folder of any name, with files of any name", arguments: folders)
    func batch(folder: String) throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        for engine in ["local"] + (Self.hasParallel ? ["parallel"] : []) {
            let script = "$REPLAY batch -- -x.json --engine \(engine) >/dev/null; \(Self.list)"
            let ordered = script.replacing(
                "batch -- -x.json --engine \(engine)", with: "batch --engine \(engine) -- -x.json")
            try check(try run(ordered, in: folder, on: place), folder, on: place)
        }
        guard Self.hasParallel else { return }
        // The line that --dry-run prints, as a person would paste it.
        let paste = """
            ln -s "$REPLAY" replay; PATH=$PWD:$PATH; replay batch --engine parallel --dry-run ./-x.json | sed -n '/^replay batch/,$p' >line
            sh ./line >/dev/null; \(Self.list)
            """
        try check(try run(paste, in: folder, on: place), folder, on: place)
    }

    @Test("Movies, exports, receipts and HLS folders have any names")
    func single() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let outcome = try place.shell(
            """
            set -e; n=$(printf 'm\\377\\303(\\314\\201'); cp silent.mp4 "$n.mp4"; $REPLAY import "$n.mp4" >/dev/null
            $REPLAY export -o "$n-out.mp4" --receipt "$n.json" >told; [ "$(cat told)" = "$n-out.mp4" ]; [ -s "$n.json" ]
            $REPLAY export --preset hls -o "$n" >/dev/null; $REPLAY export --preset hls -o "$n/" >/dev/null
            $REPLAY validate "$n" >/dev/null; [ -s "$n/main.m3u8" ]
            $REPLAY export --plan -o "$n-c.mp4" >/dev/null; $REPLAY export --chunk 0 -o "$n-c.mp4" >/dev/null
            $REPLAY export --join -o "$n-c.mp4"; cmp "$n-c.mp4" "$n-out.mp4"
            REPLAY_HOME=$PWD/$n-home $REPLAY import "$n.mp4" >/dev/null; ls -d "$n-home/recordings"
            ! $REPLAY export -o "$n-out.mp4" 2>complaint; grep -q 'exists' complaint
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.shell("iconv -f UTF-8 -t UTF-8 complaint").status == 0, "a complaint is UTF-8")
    }

    @Test("A file of a pattern’s name is the file; a pattern is one where there is none")
    func patterns() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        _ = try place.shell(
            "cp m0.mp4 '[m]0.mp4'; cp m0.mp4 '*.mkv'; cp m0.mp4 b.mkv; mkdir '[m]'; cp m0.mp4 '[m]/x.mp4'")
        try place.write(
            """
            {version: 1, defaults: {preset: 'share-720p', output: 'out/{number}-{name}.mp4'},
             jobs: [{movie: '[m]0.mp4'}, {movie: '*.mkv'}, {movie: 'm[0-9].mp4'}, {movie: '\\\\[m]/*.mp4'}]}
            """)
        let outcome = try place.batch().outcome
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.names(in: "out") == ["1-[m]0.mp4", "2-*.mp4", "3-m0.mp4", "4-x.mp4"])
    }

    @Test("Two ways to write an accent are two files")
    func normalization() throws {
        let place = try Workplace()
        try place.makeMovies(2)
        let (one, two) = ("\u{E9}", "e\u{301}")
        _ = try place.shell("cp m0.mp4 '\(one).mp4'; cp m1.mp4 '\(two).mp4'; mkdir x")
        try place.write(
            "{version: 1, defaults: {preset: 'share-720p', output: 'out/{name}.mp4'}, jobs: [{movie: '*\(one).mp4'}, {movie: '*\(two).mp4'}]}"
        )
        let (outcome, lines) = try place.batch()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(lines.last?.summary == .init(jobs: 2, done: 2, kept: 0, failed: 0))
        #expect(try place.shell("ls out | wc -l; cmp -s out/*").output.hasPrefix("2"))
        #expect(try place.shell("cmp -s out/*").status == 1, "one is a copy of the other")
        #expect(try place.batch("--resume").lines.last?.summary == .init(jobs: 2, done: 2, kept: 2, failed: 0))
    }
}
