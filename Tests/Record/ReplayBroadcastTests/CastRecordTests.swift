import Files
import Foundation
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import ReplayBroadcast

/// Checks the files with the last statuses of broadcasts.
@Suite struct CastRecordTests {
    private let directory: TemporaryDirectory
    private let folder: Directory
    private let recording: Directory

    init() throws {
        directory = try TemporaryDirectory("records")
        folder = try Directory.create(directory.path("run"))
        recording = try Directory.create(directory.path("recording"))
    }

    private func record(_ number: Int32, _ target: String, _ state: BroadcastStatus.State) throws -> CastRecord {
        let id = try #require(RecordingID("2026-11-28-211400-abcd"))
        var status = BroadcastStatus(number: number, recording: id, target: target, state: state)
        if state == .refused { status.problem = "a wrong key" }
        return CastRecord(status: status, recordingPath: recording.path)
    }

    @Test("A name that is taken gets the next free number")
    func names() {
        #expect(CastRecords.free("web", besides: []) == "web")
        #expect(CastRecords.free("web", besides: ["twitch"]) == "web")
        #expect(CastRecords.free("web", besides: ["web"]) == "web 2")
        #expect(CastRecords.free("web", besides: ["web", "web 2", "web 4"]) == "web 3")
    }

    @Test("While the recording goes on, a refusal and a process without a socket are told; afterwards nothing is")
    func over() throws {
        let records = CastRecords(in: folder)
        let lock = try #require(try RecordingLock.take(in: recording))
        try records.write(try record(11, "twitch", .refused))
        try records.write(try record(12, "web", .connecting))
        try records.write(try record(13, "youtube", .connecting))
        let over = try records.over(besides: [13])
        #expect(over.map(\.number) == [11, 12] && over.map(\.state) == [.refused, .ended])
        #expect(over.map(\.problem) == ["a wrong key", CastRecords.lostProblem])
        withExtendedLifetime(lock) {}
        _ = consume lock
        #expect(try records.over(besides: [13]).isEmpty)
        #expect(try folder.entries() == ["cast-13.json"])
    }

    @Test("A new broadcast supersedes one to the same target that is over, and keeps the others")
    func registering() throws {
        let records = CastRecords(in: folder)
        let lock = try #require(try RecordingLock.take(in: recording))
        try records.write(try record(21, "twitch", .refused))
        try records.write(try record(22, "web", .refused))
        #expect(try records.register(try record(23, "twitch", .connecting)).target == "twitch")
        #expect(try folder.entries() == ["cast-22.json", "cast-23.json"])
        withExtendedLifetime(lock) {}
    }

    @Test("A file that is no record, or another process’s, is ignored")
    func damaged() throws {
        let records = CastRecords(in: folder)
        try folder.replace("cast-31.json", with: Array("{".utf8), isDurable: false)
        let bytes = [UInt8](try JSONEncoder().encode(try record(32, "web", .refused)))
        try folder.replace("cast-33.json", with: bytes, isDurable: false)
        #expect(try records.over(besides: []).isEmpty)
    }
}
