import Foundation
import ReplayTestSupport
import Testing

/// Checks the two programs in which a command may run.
@Suite struct ProgramTests {
    @Test("replay is linked with no library of FFmpeg's, X's or PulseAudio's, and replay-media with FFmpeg's")
    func libraries() throws {
        let place = try Workplace()
        let own = try place.shell("ldd \"$REPLAY\"").output
        #expect(own.contains("libc.so"))
        for library in [
            "libav", "libswscale", "libswresample", "libxcb", "libpulse", "libdbus", "libpipewire", "libwayland",
        ] {
            #expect(!own.contains(library), "\(library)")
        }
        #expect(try place.shell("ldd \"$(dirname \"$REPLAY\")/replay-media\"").output.contains("libavformat"))
    }

    @Test("Both programs list the same commands, with the same words")
    func help() throws {
        let place = try Workplace()
        let media = try place.shell("\"$(dirname \"$REPLAY\")/replay-media\" --help")
        #expect(media.status == 0)
        #expect(try place.replay("--help").output == media.output)
        #expect(
            try place.replay("help", "mark").output
                == place.shell("\"$(dirname \"$REPLAY\")/replay-media\" help mark").output)
    }

    @Test(
        "Without /proc, the command line is unknown, which is said",
        .enabled(if: OutputTests.canMount, "no mounts here"))
    func withoutProc() throws {
        let place = try Workplace()
        for program in ["replay", "replay-media"] {
            let run = "umount -l /proc && $(dirname $REPLAY)/\(program) list"
            try place.shell("unshare -m sh -c '\(run)'").expectComplaint(69, "/proc")
        }
    }

    @Test("Without replay-media, one sentence says what is missing; what needs none of it works")
    func missing() throws {
        let place = try Workplace()
        let outcome = try place.shell("cp \"$REPLAY\" ./replay && PATH=/usr/bin:/bin ./replay presets")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("replay-media") && outcome.errors.split(separator: "\n").count == 1)
        #expect(try place.shell("./replay list && ./replay --version").status == 0)
        #expect(try place.shell("REPLAY_MEDIA=/bin/true ./replay presets").status == 0)
        let unusable = try place.shell("REPLAY_MEDIA=/nowhere ./replay presets")
        #expect(unusable.status == 69 && unusable.errors.contains("/nowhere"))
    }
}
