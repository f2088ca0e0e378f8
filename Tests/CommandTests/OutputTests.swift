import Foundation
import Testing

/// Outputs that cannot be made. Whatever goes wrong, nothing half done is left.
@Suite struct OutputTests {
    /// Whether a file system can be mounted in a namespace of one's own: as root, where the kernel lets one.
    static let canMount = (try? Program(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]).wait().status) == 0

    @Test func `An output that exists is replaced only by force`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        _ = try desk.shell("echo mine > out.mp4; ln -s out.mp4 link.mp4")
        try desk.replay("export", id, "-o", "out.mp4").expectComplaint(73, "out.mp4 exists", "--force")
        try desk.replay("export", id, "-o", "link.mp4").expectComplaint(73, "link.mp4 exists")
        #expect(try String(contentsOfFile: desk.path("out.mp4"), encoding: .utf8) == "mine\n")
        try desk.replay("export", id, "-o", "link.mp4", "--force").expectComplaint(73, "link.mp4", "no regular file")
        #expect(try String(contentsOfFile: desk.path("out.mp4"), encoding: .utf8) == "mine\n")
        try desk.result("export", id, "-o", "out.mp4", "--force")
        #expect(try ExportedMovie(desk.path("out.mp4")).numbers().count == 75)
        #expect(try desk.names(in: ".") == ["home", "link.mp4", "out.mp4", "silent.mp4"])
    }

    @Test func `An output that is no file's name is refused`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        _ = try desk.shell("mkdir -p folder/\(id).mp4; : > file")
        try desk.replay("export", "-o", "none/out.mp4").expectComplaint(73, "none", "no such folder")
        try desk.replay("export", "-o", "file/out.mp4").expectComplaint(73, "file")
        for name in ["folder", "folder/", "folder/.", ""] {
            try desk.replay("export", "-o", name, "--force").expectComplaint(73, name)
        }
        try desk.replay("export", "-o", "-").expectComplaint(64, "standard output")
        #expect(try desk.names(in: ".") == ["file", "folder", "home", "silent.mp4"])
        #expect(try desk.names(in: "folder") == ["\(id).mp4"])
    }

    @Test(.enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func `A read-only disk is said to be one`() throws {
        let desk = try Desk()
        _ = try desk.importMovie(.silent)
        let run = "mount -t tmpfs -o ro none disk && $REPLAY export -o disk/out.mp4"
        try desk.shell("mkdir disk; unshare -m sh -c '\(run)'").expectComplaint(77, "disk", "read-only")
    }

    @Test(.enabled(if: getuid() == 0, "only root can become somebody else"))
    func `A folder of somebody else's cannot be written`() throws {
        let desk = try Desk()
        _ = try desk.importMovie(.silent)
        let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
        try desk.shell("mkdir theirs; chown -R 65534 home; \(nobody) $REPLAY export -o theirs/out.mp4")
            .expectComplaint(77, "theirs", "permission denied")
        try desk.shell("\(nobody) env REPLAY_HOME=$PWD/theirs/home $REPLAY import silent.mp4")
            .expectComplaint(77, "theirs", "permission denied")
        try desk.shell("chmod 600 silent.mp4; \(nobody) $REPLAY import silent.mp4")
            .expectComplaint(77, "silent.mp4", "permission denied")
        #expect(try desk.names(in: "theirs").isEmpty)
    }

    @Test(.enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func `A full disk is said to be full, and nothing is left on it`() throws {
        let desk = try Desk()
        let id = try desk.importMovie()
        let before = try desk.movieBytes(id)
        let run =
            "mount -t tmpfs -o size=16k none disk && { $REPLAY export -o disk/out.mp4; s=$?; ls -A disk; exit $s; }"
        try desk.shell("mkdir disk; unshare -m sh -c '\(run)'").expectComplaint(73, "out.mp4", "No space left")
        #expect(try desk.movieBytes(id) == before)
    }

    @Test(.enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func `An import onto a full disk leaves no recording`() throws {
        let desk = try Desk()
        try SourceMovie.plain.make(at: desk.path("plain.mp4"))
        let run =
            "mount -t tmpfs -o size=32k,mode=700 none disk && "
            + "{ $REPLAY import plain.mp4; s=$?; ls -A disk/recordings; exit $s; }"
        try desk.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'")
            .expectComplaint(73, "No space left")
    }

    @Test(.enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func `An edit on a full disk is refused and the one before stays`() throws {
        let desk = try Desk()
        try SourceMovie.silent.make(at: desk.path("silent.mp4"))
        let run = """
            mount -t tmpfs -o size=512k,mode=700 none disk
            id=$($REPLAY import silent.mp4); $REPLAY cut 1..2 > /dev/null; cat disk/recordings/$id/edit.json > before
            cat /dev/zero > disk/filler 2> /dev/null
            $REPLAY cut 0..0.5; s=$?
            cmp before disk/recordings/$id/edit.json; ls -A disk/recordings/$id | grep new; exit $s
            """
        try desk.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'")
            .expectComplaint(73, "full")
    }

    @Test func `Standard output that cannot be written is an error, whatever was asked for`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        for command in [
            "list", "list --json", "info \(id)", "info --json", "status", "status --json", "presets", "presets --json",
            "edits",
            "export --explain", "recover", "--help", "--version", "help cut", "cut --help",
            "--generate-completion-script bash",
        ] {
            try desk.shell("$REPLAY \(command) > /dev/full").expectComplaint(73, "standard output", "no space left")
        }
        try desk.shell("$REPLAY list >&-").expectComplaint(73, "standard output", "bad file descriptor")
        // Nothing that is opened later becomes standard output in its place.
        let replaced = try desk.shell("$REPLAY export \(id) --preset original -o out.mp4 <&- >&-")
        #expect(replaced.status == 73)
        #expect(try ExportedMovie(desk.path("out.mp4")).numbers().count == 75)
        // What fails has its own code.
        #expect(try desk.shell("$REPLAY info nonsense > /dev/full").status == 66)
    }

    @Test func `A reader that has gone ends the output in silence, as that of other programs`() throws {
        let desk = try Desk()
        _ = try desk.importMovie(.silent)
        for command in ["list", "presets --json", "--help"] {
            let run = "mkfifo p; exec 3<>p; exec 4>p; exec 3<&-; $REPLAY \(command) >&4; s=$?; rm p; exit $s"
            let outcome = try desk.shell(run)
            #expect(outcome.status == 128 + SIGPIPE, "\(command): \(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors)")
        }
    }
}
