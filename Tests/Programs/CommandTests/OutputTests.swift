import Foundation
import ReplayTestSupport
import Testing

/// Checks outputs that cannot be made. No incomplete file remains, whatever the failure.
@Suite struct OutputTests {
    /// True if a file system can be mounted in a mount namespace of the test: as root, if the kernel allows it.
    static let canMount =
        (try? ChildProcess(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).wait().status) == 0

    @Test("An output that exists is replaced only by force")
    func outputThatExistsIsReplacedOnlyByForce() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell("echo mine > out.mp4; ln -s out.mp4 link.mp4")
        try place.replay("export", id, "-o", "out.mp4").expectComplaint(73, "out.mp4 exists", "--force")
        try place.replay("export", id, "-o", "link.mp4").expectComplaint(73, "link.mp4 exists")
        #expect(try String(contentsOfFile: place.path("out.mp4"), encoding: .utf8) == "mine\n")
        try place.replay("export", id, "-o", "link.mp4", "--force").expectComplaint(
            73, "link.mp4", "not a regular file")
        #expect(try String(contentsOfFile: place.path("out.mp4"), encoding: .utf8) == "mine\n")
        try place.result("export", id, "-o", "out.mp4", "--force")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers().count == 75)
        #expect(try place.names(in: ".") == ["home", "link.mp4", "out.mp4", "silent.mp4"])
    }

    @Test("An output that is no file's name is refused")
    func outputThatIsNoFilesNameIsRefused() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        _ = try place.shell("mkdir -p folder/silent.mp4; : > file")
        try place.replay("export", "-o", "none/out.mp4").expectComplaint(73, "none", "no such folder")
        try place.replay("export", "-o", "file/out.mp4").expectComplaint(73, "file")
        for name in ["folder", "folder/", "folder/.", ""] {
            try place.replay("export", "-o", name, "--force").expectComplaint(73, name)
        }
        try place.replay("export", "-o", "-").expectComplaint(64, "standard output")
        #expect(try place.names(in: ".") == ["file", "folder", "home", "silent.mp4"])
        #expect(try place.names(in: "folder") == ["silent.mp4"])
    }

    @Test(
        "A read-only disk is said to be one", .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func readOnlyDiskIsSaidToBe() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let run = "mount -t tmpfs -o ro none disk && $REPLAY export -o disk/out.mp4"
        try place.shell("mkdir disk; unshare -m sh -c '\(run)'").expectComplaint(77, "disk", "read-only")
    }

    @Test(
        "A folder of somebody else's cannot be written",
        .enabled(if: getuid() == 0, "only root can become somebody else"))
    func folderOfSomebodyElsesCannotBeWritten() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
        try place.shell("mkdir theirs; chown -R 65534 home; \(nobody) $REPLAY export -o theirs/out.mp4")
            .expectComplaint(77, "theirs", "permission denied")
        try place.shell("\(nobody) env REPLAY_HOME=$PWD/theirs/home $REPLAY import silent.mp4")
            .expectComplaint(77, "theirs", "permission denied")
        try place.shell("chmod 600 silent.mp4; \(nobody) $REPLAY import silent.mp4")
            .expectComplaint(77, "silent.mp4", "permission denied")
        #expect(try place.names(in: "theirs").isEmpty)
    }

    @Test(
        "A full disk is said to be full, and nothing is left on it",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func fullDiskIsSaidToBeFull() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        let before = try place.movieBytes(id)
        let run =
            "mount -t tmpfs -o size=16k none disk && { $REPLAY export -o disk/out.mp4; s=$?; ls -A disk; exit $s; }"
        try place.shell("mkdir disk; unshare -m sh -c '\(run)'").expectComplaint(73, "out.mp4", "the disk is full")
        #expect(try place.movieBytes(id) == before)
    }

    @Test(
        "An import onto a full disk leaves no recording",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func importOntoAFullDiskLeavesNoRecording() throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        let run =
            "mount -t tmpfs -o size=32k,mode=700 none disk && "
            + "{ $REPLAY import plain.mp4; s=$?; ls -A disk/recordings; exit $s; }"
        try place.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'")
            .expectComplaint(73, "the disk is full")
    }

    @Test(
        "An edit on a full disk is refused and the one before stays",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func editOnAFullDiskIsRefused() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let run = """
            mount -t tmpfs -o size=512k,mode=700 none disk
            id=$($REPLAY import silent.mp4); $REPLAY cut 1..2 > /dev/null; cat disk/recordings/$id/edit.json > before
            cat /dev/zero > disk/filler 2> /dev/null
            $REPLAY cut 0..0.5; s=$?
            cmp before disk/recordings/$id/edit.json; ls -A disk/recordings/$id | grep new; exit $s
            """
        try place.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'")
            .expectComplaint(73, "full")
    }

    @Test(
        "Images and styled exports on a full disk are refused; the edit stays, and nothing is left",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func studioOnAFullDiskIsRefused() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
            "nullsrc=s=320x240,geq=random(1)*255:128:128", "-frames:v", "1", place.path("noise.png"),
        ])
        let run = """
            mount -t tmpfs -o size=1m,mode=700 none disk
            id=$($REPLAY import silent.mp4); $REPLAY style dusk >/dev/null; $REPLAY arrow 1..2 9,9 50,50 >/dev/null
            files() { cat disk/recordings/$id/edit.json; ls -A disk disk/recordings/$id; }
            : >disk/filler; files >before
            cat /dev/zero >disk/filler 2>/dev/null; truncate -s -4096 disk/filler
            refused() { "$@"; s=$?; [ $s = 73 ] || { echo "$s: $*" >&2; exit 1; }; }
            refused $REPLAY edit $id style --background noise.png
            refused $REPLAY edit $id image 1..2 64x36+0+0 noise.png
            refused $REPLAY edit $id watermark noise.png
            refused $REPLAY export $id -o disk/out.mp4
            refused $REPLAY still $id 1 -o disk/out.png
            files | cmp - before
            """
        let outcome = try place.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 5 && errors.allSatisfy { $0.contains("the disk is full") }, "\(outcome.errors)")
    }

    @Test("Standard output that cannot be written is an error, whatever was asked for")
    func standardOutputThatCannotBeWritten() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        for command in [
            "list", "list --json", "info \(id)", "info --json", "status", "status --json", "presets", "presets --json",
            "edits",
            "export --explain", "recover", "--help", "--version", "help cut", "cut --help",
            "--generate-completion-script bash",
        ] {
            try place.shell("$REPLAY \(command) > /dev/full").expectComplaint(73, "standard output", "no space left")
        }
        try place.shell("$REPLAY list >&-").expectComplaint(73, "standard output", "bad file descriptor")
        // No file that is opened later becomes standard output instead.
        let replaced = try place.shell("$REPLAY export \(id) --preset original -o out.mp4 <&- >&-")
        #expect(replaced.status == 73)
        #expect(try ExportedMovie(place.path("out.mp4")).numbers().count == 75)
        // Other failures keep their own exit codes.
        #expect(try place.shell("$REPLAY info nonsense > /dev/full").status == 66)
    }

    @Test("A reader that has gone ends the output in silence, as that of other programs")
    func readerThatHasGoneEndsTheOutput() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        for command in ["list", "presets --json", "--help"] {
            let run = "mkfifo p; exec 3<>p; exec 4>p; exec 3<&-; $REPLAY \(command) >&4; s=$?; rm p; exit $s"
            let outcome = try place.shell(run)
            #expect(outcome.status == 128 + SIGPIPE, "\(command): \(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
        }
    }
}
