import Foundation
import ReplayTestSupport
import Testing

/// Checks recordings during which the desktop shares something else, or stops sharing.
@Suite(.serialized, .timeLimit(.minutes(30))) struct SharingTests {
    private static let none = ["record", "--audio", "none", "--duration", "1s"]

    @Test("The desktop ends the sharing, as it does when the recorded window closes: 69, and the movie whole")
    func ended() throws {
        let desktop = try OwnPortal(version: 4, kinds: 2)
        let session = desktop.session
        let scene = try session.scene(.motion)
        let recorder = try session.record("--window", "ask")
        #expect(try session.awaitStatus { $0.frames > 10 }.sources?.map(\.kind) == ["window"])
        try desktop.endSharing()
        let outcome = try recorder.wait()
        _ = try scene.stop()
        #expect(outcome.status == 69 && outcome.errors.contains("stopped sharing the window"), "\(outcome.errors)")
        let ending = try session.ending()
        #expect(ending.reason == "sharingEnded")
        #expect(try session.movie().readable() == ending.frames)
    }

    @Test("A portal of the first version is enough to record; that it does not remember is said")
    func old() throws {
        let desktop = try OwnPortal(version: 1, kinds: 1)
        let outcome = try desktop.session.start(Self.none).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let video = try #require(try desktop.session.movie().streams().first { $0.kind == "video" })
        #expect(video.width == 1280 && video.height == 720)
        let refused = try desktop.session.start(Self.none + ["--remember"]).wait()
        #expect(refused.status == 69 && refused.errors.contains("does not remember"), "\(refused.errors)")
    }

    @Test(
        "A portal that shares nothing, and one whose dialog is refused or cancelled: one sentence, no recording",
        arguments: [
            (0, 0, 66, "shares no monitors or windows;"), (1, 1, 77, "sharing was refused"),
            (1, 2, 77, "was cancelled"),
        ])
    func refused(kinds: Int, response: Int, status: Int32, words: String) throws {
        let desktop = try OwnPortal(version: 5, kinds: kinds, response: response)
        let outcome = try desktop.session.start(Self.none).wait()
        #expect(outcome.status == status && outcome.errors.contains(words), "\(outcome.errors)")
        let folder = desktop.session.home.appending(path: "recordings").path
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) ?? true)
    }

    @Test("A monitor is switched off and on again: the recording goes on, and its movie is whole")
    func switchedOff() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        _ = try session.awaitStatus { $0.frames > 10 }
        try session.sway("create_output")
        try session.sway("output HEADLESS-1 disable")
        try session.sway("output HEADLESS-1 enable")
        let enabled = try session.awaitStatus { _ in true }
        _ = try session.awaitStatus { $0.frames > enabled.frames + 10 }
        #expect(try session.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        _ = try scene.stop()
        #expect(try session.movie().readable() == session.ending().frames)
    }

    @Test("While the session is locked nothing behind the lock is recorded, and the recording goes on")
    func locked() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        _ = try session.awaitStatus { $0.frames > 10 }
        // The command line of swaylock names this session, so that the test does not end another session's lock.
        let options = session.path("home/swaylock")
        try "no-unlock-indicator\ncolor=00FF00\n".write(toFile: options, atomically: true, encoding: .utf8)
        chmod(options, 0o644)
        // The command returns when the session is locked. Its helper keeps the outputs open.
        try session.run("sh", "-c", "swaylock --daemonize --config \(options) >/dev/null 2>&1")
        let start = MonotonicClock.microseconds
        _ = try session.awaitStatus { _ in MonotonicClock.microseconds > start + 2_000_000 }
        try session.run("pkill", "--full", "^swaylock .*\(options)")
        let locked = try session.awaitStatus { _ in true }
        _ = try session.awaitStatus { $0.frames > locked.frames + 10 }
        #expect(try session.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        _ = try scene.stop()
        let frames = try session.movie().clocks(at: SceneLayout(width: 1280, height: 720).barcode)
        let shown = frames.drop { $0.clock == nil }
        let hidden = shown.drop { $0.clock != nil }
        let again = hidden.drop { $0.clock == nil }
        #expect(!shown.isEmpty && !hidden.isEmpty && !again.isEmpty)
        #expect(again.allSatisfy { $0.clock != nil })
    }
}

/// A sway desktop whose portal is Scripts/session/screen-portal. It ends with this object.
private final class OwnPortal {
    let session: WaylandSession
    private let portal: ChildProcess

    init(version: Int, kinds: Int, response: Int = 0) throws {
        session = try WaylandSession(.sway)
        session.kill(.portal)
        // The session's user may not be allowed to enter the project's folder.
        for name in ["screen-portal", "portal_objects.py"] {
            try FileManager.default.copyItem(
                atPath: ProjectFolder.path("Scripts/session/\(name)"), toPath: session.path("home/\(name)"))
        }
        portal = try session.start(
            command: ["/usr/bin/python3", session.path("home/screen-portal")]
                + [version, kinds, response].map(String.init), input: .pipe)
        guard try portal.nextLine() == "ready" else { throw ServerError("The portal never came: \(portal.errors)") }
    }

    func endSharing() throws { try portal.write(Array("end\n".utf8)) }

    deinit { portal.kill() }
}
