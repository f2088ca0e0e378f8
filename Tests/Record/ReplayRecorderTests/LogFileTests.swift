import Descriptors
import Foundation
import MediaTime
import ReplayTestSupport
import Testing
import Threads

@testable import Files
@testable import ReplayLibrary
@testable import ReplayMovie
@testable import ReplayRecorder

@Suite struct LogFileTests {
    @Test("A log keeps its end, in whole lines, and never becomes longer than so much")
    func bounded() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try Directory.create(path)
        let file = LogFile(in: folder)
        for number in 0..<600 {
            let line = RecorderLogHandler.line(
                "\(number) " + String(repeating: "x", count: 990), level: .info, at: "now")
            try file.append(line)
            #expect(folder.size(of: Recording.logName) <= 256 << 10)
        }
        let lines = try String(contentsOfFile: path + "/log.txt", encoding: .utf8).split(separator: "\n")
        #expect(lines.last?.hasPrefix("now info 599 ") == true)
        #expect(lines.count > 100 && lines.allSatisfy { $0.hasPrefix("now info ") })
        #expect(try folder.entries() == ["log.txt"])
    }

    @Test("A log that cannot be written is reported once for each place, and the other places get every line")
    func cannotBeWritten() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try Directory.create(path)
        try FileManager.default.createDirectory(atPath: path + "/log.txt", withIntermediateDirectories: false)
        let pipe = Pipe()
        let end = try #require(OwnedDescriptor(dup(pipe.fileHandleForWriting.fileDescriptor)))
        let reports = ConditionLock<[StandingWarnings.Subject: [String]]>([:])
        let writer = try LogWriter(to: [LogStream.file("/dev/full"), LogStream(end)]) { subject, sentence in
            reports.update { $0[subject, default: []].append(sentence) }
        }
        writer.keep(in: folder)
        var text = ""
        for number in 0..<3 {
            writer.append(Array("line \(number)\n".utf8))
            while !text.contains("line \(number)\n") {
                text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            }
        }
        writer.finish()
        let limit = HostTime.now + .seconds(WaitLimit.seconds)
        _ = reports.wait(until: limit) { $0.count == 2 ? true : nil }
        #expect(text == "line 0\nline 1\nline 2\n")
        let told = reports.read { $0 }
        #expect(
            told[.namedLog] == ["lines of the log are missing: cannot write the log to /dev/full: the disk is full"])
        #expect(told[.log]?.count == 1 && told[.log]?[0].contains("/log.txt") == true, "\(told)")
    }

    @Test("A line is one line, and of no more characters than so many")
    func line() {
        let line = String(decoding: RecorderLogHandler.line("a\nb\u{1B}[31m", level: .error, at: "now"), as: UTF8.self)
        #expect(line == "now error a b [31m\n")
        let long = String(repeating: "é", count: 5_000)
        #expect(RecorderLogHandler.line(long, level: .info, at: "now").count == 9 + 2 * 1_000 + 1)
    }
}
