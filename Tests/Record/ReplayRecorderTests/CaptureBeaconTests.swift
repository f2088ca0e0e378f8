import FFmpeg
import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing
import Threads

@testable import Files
@testable import ReplayControl
@testable import ReplayRecorder

/// Checks the file that informs other programs of a capture.
@Suite struct CaptureBeaconTests {
    @Test("Where it cannot be written that is told, and that it can be again", .timeLimit(.minutes(30)))
    func failure() throws {
        let directory = try TemporaryDirectory("beacon", permissions: 0o700)
        let folder = try Directory.create(directory.path)
        // A file cannot replace a folder.
        _ = try folder.createDirectory(BeaconFile.fileName)
        let told = ConditionLock<[String?]>([])
        let beacon = try CaptureBeacon(BeaconFile(in: folder)) { error in
            told.update { $0.append(error.map { "\($0)" }) }
        }
        let id = RecordingID.generate()
        func show(isMuted: Bool, until count: Int) {
            beacon.show(.init(id: id, pid: getpid(), state: .recording, isMuted: isMuted, isCovered: false))
            _ = told.wait(until: .distantFuture) { $0.count >= count ? true : nil }
        }
        show(isMuted: false, until: 1)
        try folder.removeDirectory(BeaconFile.fileName)
        show(isMuted: true, until: 2)
        let sentences = told.read { $0 }
        #expect(sentences.count == 2)
        #expect(sentences.first??.contains(BeaconFile.fileName) == true)
        #expect(sentences.last == .some(nil))
        let written = try String(contentsOfFile: directory.path(BeaconFile.fileName), encoding: .utf8)
        #expect(written.contains("\(id)"))
        beacon.remove()
    }

    @Test("A recorder stays listed if it cannot be determined whether it lives")
    func unknownLife() throws {
        let directory = try TemporaryDirectory("beacon", permissions: 0o700)
        let folder = try Directory.create(directory.path)
        func entry(_ id: RecordingID) -> BeaconFile.Entry {
            .init(id: id, pid: getpid(), state: .recording, isMuted: false, isCovered: false)
        }
        let (first, second) = (RecordingID.generate(), RecordingID.generate())
        let beacon = BeaconFile(in: folder)
        try beacon.update(entry(first))
        // A link is not followed.
        try folder.remove("\(first).lock")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("\(first).lock"), withDestinationPath: "elsewhere")
        try BeaconFile(in: folder).update(entry(second))
        let written = try String(contentsOfFile: directory.path(BeaconFile.fileName), encoding: .utf8)
        #expect(written.contains("\(first)") && written.contains("\(second)"))
        withExtendedLifetime(beacon) {}
    }
}
