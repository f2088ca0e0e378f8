import Descriptors
import Foundation
import Testing

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

    @Test("A log that cannot be kept in the recording’s folder says so once, where else it goes")
    func cannotBeKept() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try Directory.create(path)
        try FileManager.default.createDirectory(atPath: path + "/log.txt", withIntermediateDirectories: false)
        let pipe = Pipe()
        let end = try #require(OwnedDescriptor(dup(pipe.fileHandleForWriting.fileDescriptor)))
        let writer = try LogWriter(to: [LogStream(end)])
        writer.keep(in: folder)
        var text = ""
        for number in 0..<3 {
            writer.append(Array("line \(number)\n".utf8))
            while !text.contains("line \(number)\n") || !text.contains("cannot be written") {
                text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            }
        }
        writer.finish()
        let complaints = text.split(separator: "\n").filter { $0.contains("the recording’s log cannot be written") }
        #expect(complaints.count == 1, "\(text)")
    }

    @Test("A line is one line, and of no more characters than so many")
    func line() {
        let line = String(decoding: RecorderLogHandler.line("a\nb\u{1B}[31m", level: .error, at: "now"), as: UTF8.self)
        #expect(line == "now error a b [31m\n")
        let long = String(repeating: "é", count: 5_000)
        #expect(RecorderLogHandler.line(long, level: .info, at: "now").count == 9 + 2 * 1_000 + 1)
    }
}
