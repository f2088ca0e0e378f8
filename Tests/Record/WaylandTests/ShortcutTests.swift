import Foundation
import ReplayTestSupport
import Testing

/// Checks keys that a desktop binds, with a portal of the tests: neither sway nor GNOME's compositor of Debian 12 has
/// one.
@Suite(.timeLimit(.minutes(30))) struct ShortcutTests {
    @Test("Keys pause, resume, cover, mark and stop the recording")
    func keys() throws {
        let place = try Workplace(screen: (640, 360))
        let folder = try TemporaryDirectory("bus", permissions: 0o700)
        let address = "unix:path=\(folder.path("bus"))"
        place.variables["DBUS_SESSION_BUS_ADDRESS"] = address
        // A bus without services: the session's own bus would start the machine's portal for the name.
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><policy context="default">\
            <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
            """
        try configuration.write(toFile: folder.path("bus.conf"), atomically: true, encoding: .utf8)
        let bus = try ChildProcess([
            "dbus-daemon", "--config-file=\(folder.path("bus.conf"))", "--nofork", "--print-address=1",
        ])
        defer { bus.kill() }
        _ = try bus.nextLine()
        #expect(try place.replay("record", "--audio", "none", "--shortcuts", "--duration", "1s").status == 69)
        let portal = try portal(in: place)
        defer { portal.kill() }
        let recorder = try place.start("record", "--audio", "none", "--shortcuts")
        #expect(
            try (0..<4).map { _ in try portal.nextLine() }.map { $0.split(separator: " ")[1] } == [
                "pause", "cover", "mark", "stop",
            ])
        _ = try place.awaitStatus { $0.state == "recording" && $0.frames > 0 }
        try portal.write(Array("pause\n".utf8))
        _ = try place.awaitStatus { $0.state == "paused" }
        try portal.write(Array("pause\ncover\n".utf8))
        _ = try place.awaitStatus { $0.state == "recording" && $0.coverReasons == ["request"] }
        try portal.write(Array("cover\nunknown\nmark\n".utf8))
        _ = try place.awaitStatus { $0.coverReasons.isEmpty }
        try portal.write(Array("stop\n".utf8))
        let outcome = try recorder.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let events = place.home.appending(path: "recordings/\(outcome.line)/events.jsonl")
        #expect(try String(contentsOf: events, encoding: .utf8).contains("mark"))
        #expect(try portal.nextLine() == "closed")
    }

    private func portal(in place: Workplace) throws -> ChildProcess {
        let portal = try ChildProcess(
            ["/usr/bin/python3", ProjectFolder.path("Scripts/session/shortcuts-portal")],
            environment: place.environment, input: .pipe)
        #expect(try portal.nextLine() == "ready")
        return portal
    }
}
