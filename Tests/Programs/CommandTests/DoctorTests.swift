import Foundation
import ReplayTestSupport
import Testing

/// Checks the report of `replay doctor` on a machine, and its exit code.
@Suite struct DoctorTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            let name, state, found: String
            let remedy: String?
        }

        let canRecord, canExport: Bool
        let findings: [Finding]

        func finding(_ name: String) throws -> Finding { try #require(findings.first { $0.name == name }) }
    }

    private func report(_ place: Workplace, status: Int32) throws -> Report {
        let outcome = try place.replay("doctor", "--json")
        #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.errors.isEmpty == (status == 0))
        return try outcome.json()
    }

    @Test("On a machine that has all, all is well")
    func onAMachineThatHasAll() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let report = try report(place, status: 0)
        #expect(report.canRecord && report.canExport)
        #expect(report.findings.allSatisfy { $0.state != "broken" && ($0.state == "ok") == ($0.remedy == nil) })
        let display = try report.finding("display")
        for word in ["640x360", "DAMAGE 1.", "XFIXES", "XInput2 2.", "MIT-SHM 1.", "RANDR 1.", "COMPOSITE"] {
            #expect(display.found.contains(word), "\(display.found)")
        }
        #expect(try report.finding("audio").found.contains(AudioServer.sink))
        #expect(try report.finding("microphone").found.contains(AudioServer.microphone))
        for name in [
            "camera", "H.264", "AAC", "disk", "file system", "permissions", "policy", "recorder", "sandbox", "versions",
        ] {
            #expect(throws: Never.self) { try report.finding(name) }
        }
        // The command only looks, and leaves nothing.
        #expect(!FileManager.default.fileExists(atPath: place.home.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty)
    }

    @Test("Without display and audio, exporting works and recording does not")
    func withoutDisplayAndAudio() throws {
        let report = try report(try Workplace(), status: 1)
        #expect(!report.canRecord && report.canExport)
        #expect(try report.finding("display").state == "broken")
        #expect(try report.finding("audio").remedy?.contains("--audio none") == true)
    }

    @Test("What others may read, what the administrator forbids and another recorder are told")
    func whatOthersMayRead() throws {
        let place = try Workplace()
        try FileManager.default.createDirectory(
            at: place.home.appending(path: "recordings"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        try Data("{\"microphone\":false}".utf8).write(to: place.folder.appending(path: "policy.json"))
        place.variables = ["REPLAY_POLICY": place.path("policy.json"), "REPLAY_DAEMON": "/bin/true"]
        let report = try report(place, status: 1)
        #expect(try report.finding("permissions").remedy?.contains("chmod -R go= \(place.home.path)") == true)
        #expect(try report.finding("policy").found.contains("the microphone is forbidden"))
        #expect(try report.finding("recorder").state == "broken")
        // Findings that only the recorder can make are unknown.
        for name in ["display", "audio", "camera"] {
            #expect(try report.finding(name).state == "broken")
            #expect(try report.finding(name).found.contains("without an answer"))
        }
    }

    @Test("Sources are not listed as none where the recorder's program does not answer: 69")
    func sourcesWithoutRecorder() throws {
        let place = try Workplace()
        for program in ["/bin/true", "/nowhere/replayd"] {
            place.variables = ["REPLAY_DAEMON": program]
            for outcome in [try place.replay("sources"), try place.replay("sources", "--json")] {
                #expect(outcome.status == 69 && outcome.output.isEmpty, "\(program): \(outcome.output)")
                #expect(outcome.errors.contains("replayd"), "\(outcome.errors)")
            }
        }
        place.variables = [:]
        #expect(try place.replay("sources").status == 0)
    }

    @Test(
        "Recordings that cannot be looked at are not said to be private",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func unreadableRecordings() throws {
        let place = try Workplace()
        try FileManager.default.createDirectory(
            at: place.home.appending(path: "recordings"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        place.variables = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.home.path + "/recordings", "FAULT_CALL": "openat", "FAULT_AT": "1", "FAULT_FOR": "0",
            "FAULT_ERRNO": "\(EACCES)",
        ]
        let finding = try report(place, status: 1).finding("permissions")
        #expect(finding.state == "warning", "\(finding)")
        #expect(finding.found.hasSuffix("/home/recordings: permission denied"), "\(finding)")
    }

    @Test("A recorder that never answers does not hold it up")
    func recorderThatNeverAnswers() throws {
        let place = try Workplace()
        try Data("#!/bin/sh\nexec sleep 8\n".utf8).write(to: place.folder.appending(path: "recorder"))
        chmod(place.path("recorder"), 0o700)
        place.variables = ["REPLAY_DAEMON": place.path("recorder")]
        let report = try report(place, status: 1)
        for name in ["display", "audio"] { #expect(try report.finding(name).found.contains("no answer within 5 s")) }
        #expect(
            try report.finding("recorder").found == "\(place.path("recorder")) does not say its version within 3 s")
        #expect(report.canExport)
    }

    @Test("A recorder that cannot be started is broken, and the finding says why")
    func recorderThatCannotBeStarted() throws {
        let place = try Workplace()
        try Data("#!/bin/sh\n".utf8).write(to: place.folder.appending(path: "recorder"))
        chmod(place.path("recorder"), 0o600)
        place.variables = ["REPLAY_DAEMON": place.path("recorder")]
        let finding = try report(place, status: 1).finding("recorder")
        #expect(finding.state == "broken" && finding.remedy?.contains("REPLAY_DAEMON") == true, "\(finding)")
        #expect(finding.found == "\(place.path("recorder")) cannot be started: permission denied")
    }

    @Test(
        "A recorder that cannot be asked because there is no pipe is broken, and the finding says why",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func noPipe() throws {
        let place = try Workplace()
        place.variables = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media", "FAULT_ROOT": "/",
            "FAULT_CALL": "pipe", "FAULT_AT": "1", "FAULT_FOR": "0", "FAULT_ERRNO": "\(EMFILE)",
        ]
        let finding = try report(place, status: 1).finding("recorder")
        #expect(finding.state == "broken", "\(finding)")
        #expect(finding.found.hasSuffix("/replayd cannot be asked for its version: too many open files"), "\(finding)")
    }

    @Test("Servers that never answer do not hold it up")
    func serversThatNeverAnswer() throws {
        let place = try Workplace()
        let (screen, audio) = (try SilentSocket(), try SilentSocket(path: place.path("pulse")))
        place.variables = [
            // The displays of X count from port 6000.
            "DISPLAY": "127.0.0.1:\(screen.port - 6000)", "PULSE_SERVER": "unix:" + place.path("pulse"),
        ]
        let report = try report(place, status: 1)
        withExtendedLifetime((screen, audio)) {}
        for name in ["display", "audio"] { #expect(try report.finding(name).found.contains("no answer within 5 s")) }
        #expect(try report.finding("recorder").state == "ok")
        #expect(report.canExport)
    }

    @Test(
        "PipeWire without a session manager is broken, and a recording says so too",
        .enabled(if: IdlePipeWire.isInstalled, "pipewire and pipewire-pulse are not installed"))
    func pipeWireWithoutASessionManagerIsBroken() throws {
        let place = try Workplace(screen: (640, 360))
        let server = try IdlePipeWire()
        place.variables["PULSE_SERVER"] = server.address
        let audio = try report(place, status: 1).finding("audio")
        #expect(audio.state == "broken" && audio.found.contains("no session manager"), "\(audio)")
        #expect(audio.remedy?.contains("systemctl --user start wireplumber") == true)
        let run = try place.replay("record", "--audio", "app", "--duration", "1s")
        withExtendedLifetime(server) {}
        #expect(run.status == 69, "\(run.errors)")
        #expect(run.errors.contains("PipeWire connects no source: it has no session manager"), "\(run.errors)")
    }

    @Test("People read lines, coloured only at a terminal that wants it")
    func peopleReadLines() throws {
        let place = try Workplace()
        let outcome = try place.replay("doctor")
        #expect(outcome.output.contains("broken   display"))
        #expect(outcome.output.contains("→ "))
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.errors.hasPrefix("replay: recording does not work here, exporting does: see display, audio"))
        // Swift's test runner sets it to turn colours off.
        place.variables["NO_COLOR"] = ""
        let colourful = try place.terminal("doctor")
        #expect(try colourful.wait() == 1)
        #expect(colourful.text.contains("\u{1B}[31mbroken"))
        place.variables["NO_COLOR"] = "1"
        let plain = try place.terminal("doctor")
        #expect(try plain.wait() == 1)
        #expect(!plain.text.contains("\u{1B}[3"))
    }
}
