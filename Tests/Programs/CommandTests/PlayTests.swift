import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay play` with players that write down their arguments.
@Suite struct PlayTests {
    /// Makes a player that copies its file and prints the mode of the file's folder.
    private func makePlayer(_ name: String, at place: Workplace, status: Int = 0) throws {
        let script = """
            #!/bin/sh
            for file; do :; done
            cp "$file" played.mp4
            stat -c %a "$(dirname "$file")" >mode
            exit \(status)
            """
        try FileManager.default.createDirectory(atPath: place.path("bin"), withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(fileURLWithPath: place.path("bin/\(name)")))
        chmod(place.path("bin/\(name)"), 0o755)
    }

    @Test("The edit is played from a private copy, which is gone afterwards")
    func editIsPlayedFromAPrivateCopy() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("cut", "1..2")
        try makePlayer("mpv", at: place)
        let outcome = try place.shell(#"PATH="$PWD/bin:$PATH" "$REPLAY" play"#)
        #expect(outcome.status == 0 && outcome.data.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try MediaProbe(path: place.path("played.mp4")).frameTimes(of: "v:0").count == 50)
        #expect(try String(contentsOfFile: place.path("mode"), encoding: .utf8) == "700\n")
        #expect(try place.names(in: "cache/replay/play").isEmpty)
        #expect(try place.names(in: "home/recordings/\(id)").contains("exports.json") == false)
        let failing = try place.shell(
            #"printf '#!/bin/sh\nexit 3\n' >bin/vlc; chmod +x bin/vlc; "$REPLAY" open --player bin/vlc"#)
        failing.expectComplaint(1, "bin/vlc ended with exit code 3")
    }

    @Test("Without a player it says what to install, and what a killed one left goes with the next")
    func withoutAPlayerItSaysWhatToInstall() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.shell(#"PATH=/nowhere "$REPLAY" play"#).expectComplaint(69, "install mpv")
        try place.replay("play", "--player", "no-such-player").expectComplaint(69, "no-such-player")
        // The player kills the program that started it.
        let script = "#!/bin/sh\nkill -KILL $PPID\n"
        try FileManager.default.createDirectory(atPath: place.path("bin"), withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(fileURLWithPath: place.path("bin/killer")))
        chmod(place.path("bin/killer"), 0o755)
        #expect(try place.shell(#""$REPLAY" play --player bin/killer"#).status != 0)
        #expect(try place.names(in: "cache/replay/play").count == 1)
        try makePlayer("mpv", at: place)
        #expect(try place.replay("play", "--player", place.path("bin/mpv")).status == 0)
        #expect(try place.names(in: "cache/replay/play").isEmpty)
    }
}
