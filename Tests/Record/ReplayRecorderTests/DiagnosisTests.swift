import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplayControl
@testable import ReplayRecording
@testable import ReplaySources

/// Checks the findings of `replay doctor` for simulated machines.
@Suite struct DiagnosisTests {
    private func display(without missing: String...) -> DisplayCheck {
        var check = DisplayCheck(name: ":0", size: "640x360")
        let extensions: [(String, DisplayCheck.Use)] = [
            ("DAMAGE", .recording), ("XFIXES", .recording), ("RANDR", .convenience("monitors")),
        ]
        check.extensions = extensions.map { name, use in
            .init(name: name, version: missing.contains(name) ? nil : "1.1", use: use)
        }
        return check
    }

    @Test("A display is as good as what it lacks")
    func displays() throws {
        let good = try #require(display().findings.first)
        #expect(good.state == .ok && good.found.contains("640x360") && good.found.contains("DAMAGE 1.1"))
        #expect(display(without: "RANDR").findings.map(\.state) == [.warning])
        let bad = try #require(display(without: "RANDR", "XFIXES").findings.first)
        #expect(bad.state == .broken && bad.found.contains("XFIXES"))
        let none = try #require(DisplayCheck().findings.first)
        #expect(none.state == .broken && none.found.contains("DISPLAY is not set"))
        #expect(
            DisplayCheck(name: ":0", failure: "it refuses this user").findings.first?.found == "it refuses this user")
    }

    @Test("Of a Wayland session it is told what its portal shares, and what cannot be had there")
    func wayland() throws {
        var check = DisplayCheck(name: ":0")
        check.portal = PortalCheck(abilities: PortalAbilities(version: 4, kinds: 3, cursorModes: 7))
        let findings = check.findings
        #expect(findings.map(\.name) == ["portal", "session", "display"])
        #expect(findings[0].state == .ok && findings[0].found.contains("monitors, windows"))
        #expect(findings[1].state == .warning && findings[1].remedy?.contains("replay cover") == true)
        // A missing X display does not matter here.
        check.name = nil
        #expect(Diagnosis(check.findings).canRecord)
        check.portal = PortalCheck(failure: CaptureError(.noPortal, reason: "there is none", remedy: "install it"))
        #expect(check.findings[0].state == .broken && check.findings[0].remedy == "install it")
        check.portal = PortalCheck(
            abilities: PortalAbilities(version: 4, kinds: 1, cursorModes: 2),
            idleness: "PipeWire has no session manager")
        #expect(check.findings[0].state == .broken && check.findings[0].found.contains("session manager"))
    }

    @Test("Audio wants a server and an output, and is the better for a microphone")
    func audio() {
        #expect(AudioCheck(failure: "nobody answers").findings.map(\.state) == [.broken])
        var inventory = PulseInventory()
        #expect(AudioCheck(inventory: inventory).findings.map(\.state) == [.broken, .warning])
        inventory.sinks = [.init(index: 0, name: "out", monitor: "out.monitor")]
        inventory.sources = [.init(name: "out.monitor", description: "", isMonitor: true)]
        #expect(AudioCheck(inventory: inventory).findings.map(\.state) == [.ok, .warning])
        inventory.sources.append(.init(name: "mic", description: "", isMonitor: false))
        #expect(AudioCheck(inventory: inventory).findings.map(\.state) == [.ok, .ok])
    }

    @Test("An audio server that begins no recording is broken, and PipeWire wants its session manager")
    func idleAudio() throws {
        var inventory = PulseInventory()
        inventory.sinks = [.init(index: 0, name: "out", monitor: "out.monitor")]
        let reason = PulseConnection.idle("PulseAudio (on PipeWire 1.0.5)")
        let finding = try #require(AudioCheck(inventory: inventory, idleness: reason).findings.first)
        #expect(finding.state == .broken && finding.found.hasSuffix("it has no session manager"))
        #expect(finding.remedy?.hasPrefix("start one (systemctl --user start wireplumber)") == true)
        #expect(!PulseConnection.idle("pulseaudio").description.contains("wireplumber"))
    }

    @Test("A camera wants FFmpeg’s library, and to be let in")
    func cameras() {
        let (open, shut) = (
            CameraCheck.Device(path: "/dev/video0", isOpen: true),
            CameraCheck.Device(path: "/dev/video1", isOpen: false)
        )
        #expect(CameraCheck(hasLibrary: false, devices: [open]).findings.first?.remedy?.contains("libavdevice") == true)
        #expect(CameraCheck(hasLibrary: true, devices: []).findings.map(\.state) == [.ok])
        #expect(CameraCheck(hasLibrary: true, devices: [shut]).findings.first?.remedy?.contains("video") == true)
        #expect(CameraCheck(hasLibrary: true, devices: [shut, open]).findings.map(\.found) == ["/dev/video0"])
    }

    @Test("A disk is low, full, or cannot do what a better one can")
    func disks() {
        var check = DiskCheck(home: "/home", fileSystem: "FAT", freeBytes: 3 << 30)
        #expect(check.findings.map(\.state) == [.ok, .ok])
        check.freeBytes = 1 << 30
        #expect(check.findings.first?.state == .warning)
        check.freeBytes = 1 << 20
        #expect(check.findings.first?.state == .broken && !Diagnosis(check.findings).canExport)
        check.hasExchange = false
        #expect(check.findings.last?.state == .warning)
        #expect(DiskCheck(home: "/home", failure: "it is read-only").findings.map(\.need) == [.everything])
    }

    @Test("A disk that is tried has nothing of it afterwards")
    func trace() throws {
        let folder = try TemporaryDirectory("disk")
        defer { withExtendedLifetime(folder) {} }
        let check = DiskCheck.run(at: folder.path + "/not/yet/there")
        #expect(check.failure == nil && check.keepsModes && check.hasLinks && !check.fileSystem.isEmpty)
        #expect(check.freeBytes.map { $0 > 0 } == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(DiskCheck.run(at: "/proc/none").failure?.contains("/proc") == true)
    }

    @Test("Files that others may read, and files of others, are told with what repairs them")
    func permissions() throws {
        let own = PermissionCheck.Entry(path: "/h/recordings", mode: 0o700, isOwn: true)
        #expect(PermissionCheck(home: "/h", entries: [own]).findings.map(\.state) == [.ok])
        let open = PermissionCheck.Entry(path: "/h/recordings/a", mode: 0o640, isOwn: true)
        let shown = try #require(PermissionCheck(home: "/h", entries: [own, open]).findings.first)
        #expect(shown.state == .warning && shown.found.contains("/h/recordings/a"))
        #expect(shown.remedy?.contains("chmod -R go= /h/recordings") == true)
        let unread = PermissionCheck(
            home: "/h", entries: [own], failure: "cannot list /h/recordings: permission denied")
        #expect(unread.findings.map(\.state) == [.warning])
        let foreign = PermissionCheck.Entry(path: "/h/recordings/b", mode: 0o600, isOwn: false)
        #expect(PermissionCheck(home: "/h", entries: [foreign]).findings.first?.remedy?.contains("chown") == true)
    }

    @Test("What the administrator forbids is broken or a warning, by what it is")
    func policies() {
        #expect(PolicyCheck().findings.map(\.state) == [.ok])
        #expect(PolicyCheck(recording: "no", microphone: "no", camera: "no").findings.map(\.state) == [.broken])
        #expect(PolicyCheck(microphone: "no", camera: "no").findings.map(\.state) == [.warning, .warning])
    }

    @Test("A recorder of another version is not trusted")
    func recorders() {
        #expect(RecorderCheck(failure: "none").findings.map(\.state) == [.broken])
        #expect(
            RecorderCheck(path: "/r", failure: "cannot be started").findings.first?.found == "/r cannot be started")
        #expect(RecorderCheck(path: "/r", version: "0.0.1").findings.map(\.state) == [.broken])
    }

    @Test("A program that does not say its version is told with the reason")
    func programsWithoutVersion() throws {
        let folder = try TemporaryDirectory("recorder")
        defer { withExtendedLifetime(folder) {} }
        func reason(_ program: String) -> String? {
            do throws(RecorderCheck.NoVersion) {
                _ = try RecorderCheck.version(of: program)
                return nil
            } catch {
                return error.reason
            }
        }
        let program = folder.path("replayd")
        try Data("#!/bin/sh\nexec sleep 600\n".utf8).write(to: URL(filePath: program))
        chmod(program, 0o600)
        #expect(reason(program) == "cannot be started: permission denied")
        #expect(reason(folder.path("none")) == "cannot be started: no such file or directory")
        chmod(program, 0o700)
        #expect(reason(program) == "does not say its version within 3 s")
        try Data("#!/bin/sh\nexit 3\n".utf8).write(to: URL(filePath: program))
        #expect(reason(program) == "ends without saying its version")
    }

    @Test("What is broken is named; what only recording needs does not keep from exporting")
    func complaints() {
        #expect(Diagnosis([.ok("a", found: ""), .warning("b", found: "", remedy: "")]).complaint == nil)
        let display = Diagnosis.Finding.broken("display", found: "", remedy: "")
        let disk = Diagnosis.Finding.broken("disk", found: "", remedy: "", need: .everything)
        #expect(Diagnosis([display]).complaint == "recording does not work here, exporting does: see display")
        #expect(Diagnosis([display, disk]).complaint == "recording and exporting do not work here: see display, disk")
    }

    @Test("What never answers is told as such, in time")
    func silence() async {
        let end = DispatchSemaphore(value: 0)
        let probe = DiagnosticProbe("server", need: .everything) {
            end.wait()
            return []
        }
        let findings = await probe.findings(within: .milliseconds(20))
        end.signal()
        #expect(findings.map(\.state) == [.broken] && findings.map(\.need) == [.everything])
        #expect(findings.first?.found.contains("no answer") == true)
    }
}
