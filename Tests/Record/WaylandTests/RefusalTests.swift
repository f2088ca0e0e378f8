import Foundation
import ReplayTestSupport
import Testing

/// Checks operations that a Wayland desktop forbids or lacks: each gives one sentence and the right exit code.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RefusalTests {
    private static let none = ["record", "--audio", "none", "--duration", "1s"]

    /// Returns the error of a command that must fail.
    private func refusal(
        of arguments: [String], in session: WaylandSession, status: Int32
    ) throws -> String {
        let outcome = try session.start(arguments).wait()
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(!outcome.errors.contains("org.freedesktop.DBus.Error"), "\(outcome.errors)")
        return outcome.errors
    }

    @Test("The dialog is answered with no: 77, and no recording")
    func denied() throws {
        var options = WaylandSession.Options()
        options.isShared = false
        let session = try WaylandSession(.sway, options)
        let said = try refusal(of: Self.none, in: session, status: 77)
        #expect(said.contains("not recording"))
        let folder = session.home.appending(path: "recordings").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("The desktop's dialog is consent to what is seen, and to nothing else")
    func consent() throws {
        let session = try WaylandSession(.sway)
        func record(_ options: String...) throws -> ChildProcess.Outcome {
            try session.start(
                command: [try session.replayPath, "record", "--duration", "1s"] + options
            ).wait()
        }
        // Replay cannot ask anybody, because there is no terminal.
        let seen = try record("--audio", "none")
        #expect(seen.status == 0, "\(seen.errors)")
        #expect(try record("--audio", "app").status == 77)
        // A remembered source is shared without a dialog, so Replay asks.
        #expect(try record("--audio", "none", "--remember").status == 0)
        #expect(try record("--audio", "none", "--remember").status == 77)
    }

    @Test("There is no portal: 69, and what to install")
    func noPortal() throws {
        var options = WaylandSession.Options()
        options.hasPortal = false
        let session = try WaylandSession(.sway, options)
        #expect(try refusal(of: Self.none, in: session, status: 69).contains("xdg-desktop-portal"))
        session.kill(.bus)
        #expect(try refusal(of: Self.none, in: session, status: 69).contains("session bus"))
    }

    @Test("What sway's portal does not have is refused before it is asked, and so is what no Wayland desktop tells")
    func impossible() throws {
        let session = try WaylandSession(.sway)
        let said = try refusal(of: Self.none + ["--window", "ask"], in: session, status: 66)
        #expect(said.contains("shares no windows, only monitors"))
        for options in [
            ["--window", "Terminal"], ["--monitor", "DP-1"], ["--pointer"], ["--cover-window", "Gimp"],
            ["--keys", "shortcuts"],
        ] {
            let said = try refusal(of: Self.none + options, in: session, status: 64)
            #expect(said.contains("Wayland"), "\(options): \(said)")
        }
        let apart = try refusal(of: Self.none + ["--pointer", "apart"], in: session, status: 69)
        #expect(apart.contains("does not report the pointer apart"))
        // X11 can be chosen in a Wayland session, if there is an X display.
        #expect(try refusal(of: Self.none + ["--x11"], in: session, status: 69).contains("X display"))
        #expect(try refusal(of: Self.none + ["--x11", "--remember"], in: session, status: 64).contains("Wayland"))
        #expect(try session.replay("record", "--audio", "none", "--duration", "1s", "--monitor", "ask").status == 0)
    }

    @Test("PipeWire without a session manager connects nothing: doctor and record say so")
    func noSessionManager() throws {
        var options = WaylandSession.Options()
        options.hasSessionManager = false
        let session = try WaylandSession(.sway, options)
        #expect(try session.replay("doctor").output.contains("no session manager"))
        #expect(try refusal(of: Self.none, in: session, status: 69).contains("wireplumber"))
    }

    @Test("doctor and sources tell what the desktop shares")
    func told() throws {
        let session = try WaylandSession(.sway)
        let doctor = try session.replay("doctor").output
        #expect(doctor.contains("the desktop shares monitors"))
        #expect(doctor.contains("private windows are not covered automatically"))
        struct Report: Decodable {
            struct Portal: Decodable { var kinds: [Int] }
            var portal: Portal?
            var windows: [Int]
        }
        #expect(try session.replay("sources", "--json").json(Report.self).portal?.kinds == [1])
        #expect(try session.replay("sources").output.contains("monitor"))
    }
}
