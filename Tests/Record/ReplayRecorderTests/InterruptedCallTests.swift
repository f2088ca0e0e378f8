import Descriptors
import FFmpeg
import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import SystemPackage
import Testing
import Threads

@testable import ReplayControl
@testable import ReplayRecorder
@testable import ReplayRecording

/// Checks system calls in a program that handles signals.
@Suite struct InterruptedCallTests {
    @Test("A signal costs no line of the log", .timeLimit(.minutes(30)))
    func log() throws {
        // Otherwise, a program that another test starts would keep the pipe open.
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        let (reader, writer) = (OwnedDescriptor(ends.readEnd), ends.writeEnd)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        // The stream closes its end after writing.
        let thread = try SignalledThread {
            // The comparison below finds bytes that were not written.
            try? LogStream(OwnedDescriptor(writer)).write(bytes)
        }
        var full = pollfd(fd: writer.rawValue, events: Int16(POLLOUT), revents: 0)
        while poll(&full, 1, 0) > 0, full.revents == Int16(POLLOUT) { sched_yield() }
        for _ in 0..<20 { thread.interrupt() }
        var read: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = try part.withUnsafeMutableBytes({ try reader.descriptor.read(into: $0) }), count > 0 {
            read += part[..<count]
        }
        thread.join()
        #expect(read == bytes)
    }

    @Test("A signal does not hide the recorder's version", .timeLimit(.minutes(30)))
    func version() throws {
        let directory = try TemporaryDirectory("version")
        let (fifo, program) = (directory.path("fifo"), directory.path("replayd"))
        try #require(mkfifo(fifo, 0o600) == 0)
        try Data("#!/bin/sh\nread -r line <'\(fifo)'\necho \"$line\"\n".utf8).write(to: URL(filePath: program))
        chmod(program, 0o700)
        let version = ConditionLock<String?>(nil)
        let thread = try SignalledThread {
            // An error shows itself by the version that is missing.
            let answer = try? RecorderCheck.version(of: program)
            version.update { $0 = answer }
        }
        // The open succeeds once the program has opened the pipe too. The test also opens it for reading, so that the
        // end of the program causes no SIGPIPE here.
        let writer = try OwnedDescriptor(opening: fifo, mode: .writeOnly)
        let reader = try OwnedDescriptor(opening: fifo, mode: .readOnly, options: .nonBlocking)
        for _ in 0..<20 { thread.interrupt() }
        try writer.descriptor.writeAll("1.2.3\n".utf8)
        try writer.close()
        thread.join()
        #expect(version.read { $0 } == "1.2.3")
        try reader.close()
    }

    @Test("A signal does not end the wait for a recorder's answer", .timeLimit(.minutes(30)))
    func answer() throws {
        let (ours, theirs) = try #require(LineSocket.pair())
        let line = ConditionLock<[UInt8]>([])
        let thread = try SignalledThread {
            var buffer: [UInt8] = []
            let isReadable = AnswerTimeout.isReadable(ours.descriptor, until: .distantFuture)
            let received = isReadable ? ours.receiveLine(&buffer).map(Array.init) ?? [] : []
            line.update { $0 = received }
        }
        for _ in 0..<20 { thread.interrupt() }
        #expect(theirs.send(Array("word\n".utf8)))
        thread.join()
        #expect(line.read { $0 } == Array("word".utf8))
    }
}
