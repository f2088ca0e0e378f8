import Foundation
import ReplayTestSupport
import Testing

/// `replay play` with players that note what they were given.
@Suite struct PlayTests {
    /// A player that copies what it shall play, and says what mode its folder has.
    private func makePlayer(_ name: String, at desk: Desk, status: Int = 0) throws {
        let script = """
            #!/bin/sh
            for file; do :; done
            cp "$file" played.mp4
            stat -c %a "$(dirname "$file")" >mode
            exit \(status)
            """
        try FileManager.default.createDirectory(atPath: desk.path("bin"), withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(fileURLWithPath: desk.path("bin/\(name)")))
        chmod(desk.path("bin/\(name)"), 0o755)
    }

    @Test func `The edit is played from a private copy, which is gone afterwards`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        try desk.result("cut", "1..2")
        try makePlayer("mpv", at: desk)
        let outcome = try desk.shell(#"PATH="$PWD/bin:$PATH" "$REPLAY" play"#)
        #expect(outcome.status == 0 && outcome.data.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try MediaProbe(path: desk.path("played.mp4")).frameTimes(of: "v:0").count == 50)
        #expect(try String(contentsOfFile: desk.path("mode"), encoding: .utf8) == "700\n")
        #expect(try desk.names(in: "cache/replay/play").isEmpty)
        #expect(try desk.names(in: "home/recordings/\(id)").contains("exports.json") == false)
        let failing = try desk.shell(
            #"printf '#!/bin/sh\nexit 3\n' >bin/vlc; chmod +x bin/vlc; "$REPLAY" open --player bin/vlc"#)
        failing.expectComplaint(1, "bin/vlc ended with 3")
    }

    @Test func `Without a player it says what to install, and what a killed one left goes with the next`() throws {
        let desk = try Desk()
        _ = try desk.importMovie(.silent)
        try desk.shell(#"PATH=/nowhere "$REPLAY" play"#).expectComplaint(69, "install mpv")
        try desk.replay("play", "--player", "no-such-player").expectComplaint(69, "no-such-player")
        // The player kills the program that started it.
        let script = "#!/bin/sh\nkill -KILL $PPID\n"
        try FileManager.default.createDirectory(atPath: desk.path("bin"), withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(fileURLWithPath: desk.path("bin/killer")))
        chmod(desk.path("bin/killer"), 0o755)
        #expect(try desk.shell(#""$REPLAY" play --player bin/killer"#).status != 0)
        #expect(try desk.names(in: "cache/replay/play").count == 1)
        try makePlayer("mpv", at: desk)
        #expect(try desk.replay("play", "--player", desk.path("bin/mpv")).status == 0)
        #expect(try desk.names(in: "cache/replay/play").isEmpty)
    }
}
