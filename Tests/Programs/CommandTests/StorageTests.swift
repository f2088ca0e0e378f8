import Foundation
import ReplayTestSupport
import Testing

/// Checks the files of a recording: they are private, their unknown fields are kept, and links are not followed.
@Suite struct StorageTests {
    @Test("What is made is private, whatever the umask", arguments: ["000", "022", "077", "777"])
    func whatIsMadeIsPrivate(mask: String) throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let outcome = try place.shell(
            "umask \(mask); $REPLAY import silent.mp4 && $REPLAY cut 1..2 && $REPLAY undo && $REPLAY export -o out.mp4; "
                + "umask 022; find home -printf '%y %m\\n' | sort -u; stat -c '%a' out.mp4")
        let lines = outcome.output.split(separator: "\n").suffix(3)
        let allowed = 0o644 & ~(Int(mask, radix: 8) ?? 0)
        #expect(
            Array(lines) == ["d 700", "f 600", "\(String(allowed, radix: 8))"], "\(outcome.output)\(outcome.errors)")
    }

    @Test("Links in the library are not followed")
    func linksInTheLibraryAreNotFollowed() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("cut", "1..2")
        let (before, commands) = (
            try place.movieBytes(id), [["info"], ["edits"], ["trim", "--from", "1"], ["export"]]
        )
        for name in ["movie.mp4", "recording.json", "edit.json"] {
            _ = try place.shell("cd home/recordings/\(id); mv \(name) ../../../aside; ln -s ../../../aside \(name)")
            for command in commands where name != "edit.json" || command != ["info"] {
                let outcome = try place.start(command).wait()
                #expect(outcome.status != 0)
                #expect(outcome.errors.contains("link"), "\(command) \(outcome.errors)")
            }
            _ = try place.shell("cd home/recordings/\(id); rm \(name); mv ../../../aside \(name)")
        }
        #expect(try place.movieBytes(id) == before)
        _ = try place.shell("mv home/recordings/\(id) aside; ln -s ../../aside home/recordings/\(id)")
        for command in commands { #expect(try place.start(command).wait().status != 0) }
        #expect(try place.replay("discard", id).status != 0)
        #expect(try place.names(in: "aside") == ["edit.json", "lock", "movie.mp4", "recording.json"])
    }

    @Test("A link in a recording is removed with it, and not what it points to")
    func linkInARecordingIsRemovedWithIt() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell("echo mine > mine; ln -s ../../../mine home/recordings/\(id)/extra")
        try place.result("discard", id)
        #expect(try place.names(in: "home/recordings").isEmpty)
        #expect(try place.names(in: ".").contains("mine"))
    }

    static let broken = [
        ("{", "not valid JSON"), ("[]", "wrong type"), ("{}", "missing"), ("", "not valid JSON"),
        ("{\"version\": 99}", "newer version of Replay"),
    ]

    @Test("A broken or newer file is said to be so, and left as it is")
    func brokenOrNewerFileIsSaid() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let files = Self.broken.map { ("edit.json", $0) } + [("recording.json", Self.broken[4])]
        for (name, (text, words)) in files {
            let path = "home/recordings/\(id)/\(name)"
            _ = try place.shell("cp \(path) saved; true")
            try text.write(toFile: place.path(path), atomically: false, encoding: .utf8)
            try place.replay("cut", "-r", id, "1..2").expectComplaint(65, name, words)
            try place.replay("export", id, "-o", "out.mp4").expectComplaint(65, name, words)
            #expect(try String(contentsOfFile: place.path(path), encoding: .utf8) == text)
            _ = try place.shell("cp saved \(path) || rm \(path); rm -f saved")
        }
    }

    @Test("A recording that cannot be repaired is told, and is not “nothing to recover”")
    func recordingThatCannotBeRepairedIsTold() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try #"{"version": 99}"#.write(
            toFile: place.path("home/recordings/\(id)/recording.json"), atomically: false, encoding: .utf8)
        let outcome = try place.replay("recover")
        #expect(outcome.status == 65 && outcome.errors.contains("newer version of Replay"), "\(outcome)")
        #expect(!outcome.output.contains("nothing"))
    }

    @Test("Broken facts are made out from the movie, shown as damaged, and kept")
    func brokenFactsAreMadeOutFromTheMovie() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let path = "home/recordings/\(id)/recording.json"
        for (text, words) in Self.broken.dropLast() {
            try text.write(toFile: place.path(path), atomically: false, encoding: .utf8)
            let listed = try place.replay("list")
            #expect(listed.status == 0 && listed.output.contains("damaged"), "\(listed)")
            #expect(listed.errors.contains(words), "\(listed.errors)")
            let aside = "home/recordings/\(id)/recording.damaged.json"
            #expect(try String(contentsOfFile: place.path(aside), encoding: .utf8) == text)
            try place.result("export", id, "-o", "out.mp4", "--force")
        }
    }

    @Test("Fields from another version of Replay are kept")
    func fieldsFromAnotherVersionOfReplayAreKept() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("cut", "-r", id, "1..1.5")
        let path = place.path("home/recordings/\(id)/edit.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing(
            "{\n", with: "{\n  \"future\": { \"n\": 12345678901234567, \"x\": [1.5, null] },\n", maxReplacements: 1
        )
        .write(toFile: path, atomically: false, encoding: .utf8)
        try place.result("cut", "-r", id, "2..2.5")
        try place.result("undo", id)
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let future = (document as? [String: Any])?["future"] as? [String: Any]
        #expect(future?["n"] as? Int == 12_345_678_901_234_567)
        #expect((future?["x"] as? [Any])?.count == 2)
    }

    @Test("A library that others may write to, or own, is refused with what to do about it")
    func libraryThatOthersMayWriteTo() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        for folder in ["home", "home/recordings"] {
            for mode in ["g+w", "o+w", "a+rwxt"] {
                _ = try place.shell("chmod \(mode) \(folder)")
                for command in [["list"], ["cut", "1..2"], ["discard", id], ["record"]] {
                    try place.start(command).wait().expectComplaint(77, folder, "chmod go-w", "REPLAY_HOME")
                }
                _ = try place.shell("chmod 700 \(folder)")
            }
        }
        #expect(try place.replay("list").output.contains(id))
        #expect(try place.shell("chmod 777 home; $REPLAY doctor").output.contains("chmod go-w"))
    }

    @Test(
        "A library of another user is refused, and without a home none is made anywhere",
        .enabled(if: getuid() == 0, "only root can become somebody else"))
    func libraryOfAnotherUserIsRefused() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        for folder in ["home", "home/recordings"] {
            _ = try place.shell("chown 65534 \(folder)")
            try place.replay("list").expectComplaint(77, folder, "another user", "REPLAY_HOME")
            _ = try place.shell("chown 0 \(folder)")
        }
        let bare = "env -u HOME -u XDG_DATA_HOME -u REPLAY_HOME $REPLAY list"
        func run(as user: Int) throws -> ChildProcess.Outcome {
            try place.shell("exec setpriv --reuid \(user) --regid \(user) --clear-groups \(bare)")
        }
        try run(as: 54_321).expectComplaint(73, "no passwd entry", "REPLAY_HOME")
        // The home directory of “nobody”, which cannot be created.
        try run(as: 65_534).expectComplaint(77, "/nonexistent")
        #expect(access("/tmp/.local/share/replay", F_OK) != 0)
    }

    @Test("A library that another program has locked is waited for, but not for ever")
    func libraryThatAnotherProgramHasLockedIsWaited() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.shell("flock home/recordings $REPLAY discard \(id)").expectComplaint(
            75, "recordings", "another process")
        #expect(try place.names(in: "home/recordings") == [id])
        try place.result("discard", id)
    }
}
