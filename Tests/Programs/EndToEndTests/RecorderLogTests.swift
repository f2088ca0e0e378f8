import Descriptors
import Foundation
import Replay
import ReplayTestSupport
import SystemPackage
import Testing

/// Checks the log of a recorder, and the desktop notification when a detached recording ends.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RecorderLogTests {
    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A log says what happened, and nothing that was seen, said or named; “info” points to it")
    func log() throws {
        let place = try Workplace(screen: (640, 360))
        let window = try PaintedWindow(
            PixelRectangle(width: 200, height: 100, x: 0, y: 0), colour: 0xE6_00C8, className: "Secretive",
            title: "Dear diary", display: place.screen?.display)
        window.show()
        place.variables["REPLAY_LOG"] = place.path("named.log")
        let id = try place.replay("record", "--audio", "none", "--window", "diary", "--name", "Mine", "--detach").line
        #expect(try place.replay("mark", "Whisper").status == 0)
        #expect(try place.replay("pause").status == 0)
        #expect(try place.replay("stop").status == 0)
        window.close()
        let info = try place.replay("info").output
        let path = try RecordingLibrary.open(home: place.home.path).recording(matching: id).path + "/log.txt"
        #expect(info.contains(path), "\(info)")
        #expect(try mode(path) == 0o600 && mode(place.path("named.log")) == 0o600)
        let lines = try text(path)
        for word in [id, "window 0x", "200x100", "started", " mark\n", "paused", "ended, requested"] {
            #expect(lines.contains(word), "\(word) in \(lines)")
        }
        for word in ["diary", "Secretive", "Whisper", "Mine"] { #expect(!lines.contains(word), "\(lines)") }
        // The named file also has the end of the process.
        #expect(try text(place.path("named.log")).hasPrefix(lines.prefix(200)))
        #expect(lines.split(separator: "\n").allSatisfy { $0.contains(" info ") }, "\(lines)")
    }

    @Test("--log names a file, -v writes to standard error too; one that cannot be written is 73")
    func options() throws {
        let place = try Workplace(screen: (640, 360))
        let run = try place.replay(
            "record", "--audio", "none", "--duration", "500ms", "-v", "--log", place.path("a.log"))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains(" info ") && run.errors.contains("ended, requested"), "\(run.errors)")
        #expect(try text(place.path("a.log")).contains("ended, requested"))
        let refused = try place.replay(
            "record", "--audio", "none", "--duration", "500ms", "--log", place.path("no/such/folder"))
        #expect(refused.status == 73 && refused.errors.contains("cannot write the log to"), "\(refused.errors)")
        #expect(try RecordingLibrary.open(home: place.home.path).ids().count == 1)
    }

    @Test(
        "A recording whose log cannot be written says so once, and is whole",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func unwritableLog() throws {
        let place = try DurabilityPlace()
        try place.startScene()
        var fault = DiskFault(.write, .lastingENOSPC, at: 1)
        fault.name = "log.txt"
        let run = try place.start(["record", "--consent", "--audio", "none"], over: fault)
        let status = try place.place.awaitStatus { $0.warning != nil && $0.frames > 0 }
        let warning = try #require(status.warning)
        #expect(warning.hasPrefix("lines of the log are missing: ") && warning.contains("log.txt"), "\(warning)")
        #expect(warning.hasSuffix(": the disk is full"), "\(warning)")
        #expect(try place.place.replay("mark").status == 0)
        #expect(try place.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0)
        #expect(outcome.errors.components(separatedBy: "lines of the log are missing").count == 2, "\(outcome.errors)")
        let recording = try place.recording()
        #expect(recording.facts.ending?.reason == .requested)
        #expect(try RecoveredMovie(recording).isInOrder)
    }

    @Test("A named log that cannot be written is told, and the recording is whole")
    func fullNamedLog() throws {
        let place = try Workplace(screen: (640, 360))
        let run = try place.start("record", "--audio", "none", "--log", "/dev/full")
        _ = try place.awaitStatus { $0.warning?.contains("/dev/full: the disk is full") == true && $0.frames > 0 }
        #expect(try place.replay("stop").status == 0)
        #expect(try run.wait().status == 0)
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        #expect(recording.facts.ending?.reason == .requested)
        #expect(try text(recording.path + "/log.txt").contains(" warning lines of the log are missing: "))
    }

    @Test("A log says why nothing was recorded")
    func failure() throws {
        let place = try Workplace()
        let run = try place.replay("record", "--audio", "none", "--log", place.path("a.log"))
        #expect(run.status == 69)
        #expect(try text(place.path("a.log")).contains(" error the recording could not begin: "))
    }

    @Test("A detached recording that ends by a failure is told to the desktop; one that is stopped is not")
    func notification() throws {
        let place = try Workplace(screen: (640, 360))
        let (tools, told) = (place.folder.appending(path: "tools"), place.path("told"))
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        try #require(mkfifo(told, 0o600) == 0)
        let tool = tools.appending(path: "notify-send").path
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(told)'\n".utf8).write(to: URL(fileURLWithPath: tool))
        chmod(tool, 0o700)
        place.variables["PATH"] = tools.path + ":/usr/bin:/bin"
        place.variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
        // The pipe is opened for both, because opening it only for reading would wait.
        let pipe = OwnedDescriptor(try FileDescriptor.open(told, .readWrite, options: .closeOnExec))
        let stopped = try place.replay("record", "--audio", "none", "--detach").line
        #expect(try place.replay("stop", stopped).status == 0)
        let id = try place.replay("record", "--audio", "none", "--detach").line
        _ = try place.awaitStatus { $0.frames > 0 }
        place.screen?.stop()
        var text = ""
        var polled = pollfd(fd: pipe.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while !text.contains(id), SystemCall.retrying({ poll(&polled, 1, 30_000) }) == 1 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = try buffer.withUnsafeMutableBytes { try pipe.descriptor.read(into: $0) }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        #expect(text.contains("The recording ended\n") && text.contains(id), "\(text)")
        #expect(!text.contains(stopped))
        let path = try RecordingLibrary.open(home: place.home.path).recording(matching: id).path + "/log.txt"
        #expect(try self.text(path).contains(" error ended, displayLost: "))
    }
}
