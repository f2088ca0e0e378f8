import Descriptors
import Dispatch
import Foundation
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Synchronization
import Testing

@testable import Files

@Suite struct LibraryTests {
    private let directory: TemporaryDirectory
    private var home: URL { directory.url.appending(path: "home") }

    init() throws { directory = try TemporaryDirectory("library") }

    private func library() throws -> RecordingLibrary { try .open(home: home.path) }

    @Test("An id is what may be a folder's name", arguments: ["20261121-134502-6dk3x", "a", "0-9"])
    func ids(text: String) {
        #expect(RecordingID(text)?.description == text)
    }

    @Test(
        "What could be a path is no id",
        arguments: ["", ".", "..", "../x", "a/b", "-rf", "A", "ä", "a b", "a\u{0}", String(repeating: "a", count: 65)])
    func noIDs(text: String) {
        #expect(RecordingID(text) == nil)
    }

    @Test("Ids follow the time of their recordings, within a second too")
    func order() {
        let ids = (0..<300).map { step in
            RecordingID.generate(at: Date(timeIntervalSince1970: 1_700_000_000 + Double(step) / 100))
        }
        #expect(ids == ids.sorted())
        #expect(ids.allSatisfy { RecordingID($0.description) == $0 })
    }

    @Test("A recording is found by its id, by a prefix of one only, or as the latest")
    func lookup() throws {
        let library = try library()
        #expect(throws: RecordingLookupError.self) { try library.recording(matching: nil) }
        for id in ["20250101-a", "20250101-b", "20260101-c"] {
            let id = try #require(RecordingID(id))
            _ = try library.create(RecordingFacts(id: id, name: nil, origin: .imported))
        }
        #expect(try library.recording(matching: nil).id.description == "20260101-c")
        #expect(try library.recording(matching: "2026").id.description == "20260101-c")
        #expect(try library.recording(matching: "20250101-a").id.description == "20250101-a")
        for reference in ["2025", "", "3", "../20250101-a"] {
            #expect(throws: RecordingLookupError.self, "\(reference)") { try library.recording(matching: reference) }
        }
    }

    /// Returns a recording that no process writes any more. While a process did, it could not be locked.
    private func held() throws -> Recording {
        let (recording, lock) = try library().create(RecordingFacts(id: .generate(), name: nil, origin: .imported))
        defer { withExtendedLifetime(lock) {} }
        #expect(recording.state() == .recording)
        #expect(try RecordingLock.take(in: recording.folder) == nil)
        return recording
    }

    @Test("Checking whether a recording is being written does not keep a writer from its lock")
    func lookingAtLocks() throws {
        let recording = try held()
        let isOver = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            guard worker == 0 else {
                while !isOver.load(ordering: .relaxed) { _ = RecordingLock.isHeld(in: recording.folder) }
                return
            }
            for _ in 0..<2_000 {
                do {
                    #expect(try RecordingLock.take(in: recording.folder) != nil)
                } catch {
                    Issue.record(error)
                }
            }
            isOver.store(true, ordering: .relaxed)
        }
    }

    @Test("A lock that was given up is free while a child process has a copy of its descriptor")
    func copiedLock() throws {
        let recording = try held()
        let lock = try RecordingLock.take(in: recording.folder)
        #expect(lock != nil)
        let path = recording.path + "/" + RecordingLock.fileName
        let number = try #require(
            FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(CInt.init).first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            })
        let copy = try #require(OwnedDescriptor(dup(number)))
        defer { withExtendedLifetime(copy) {} }
        withExtendedLifetime(consume lock) {}
        #expect(try RecordingLock.take(in: recording.folder) != nil)
    }

    @Test("A lock that cannot be looked at is held, and one that is not there is not")
    func unreadableLock() throws {
        let recording = try held()
        let path = recording.path + "/" + RecordingLock.fileName
        try FileManager.default.removeItem(atPath: path)
        #expect(!RecordingLock.isHeld(in: recording.folder))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        #expect(RecordingLock.isHeld(in: recording.folder))
    }

    @Test("A document that cannot be read is not replaced: its unknown fields would be lost")
    func unreadableFields() throws {
        let recording = try held()
        let path = recording.path + "/" + RecordingFacts.fileName
        let elsewhere = home.appending(path: "elsewhere").path
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        #expect(throws: FileSystemError.self) { try recording.folder.write(recording.facts) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == elsewhere)
    }

    @Test("A recording that cannot be opened is among those that are damaged, with the reason")
    func unreadableRecording() throws {
        let library = try library()
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: "n", origin: .imported))
        let elsewhere = home.appending(path: "elsewhere")
        try FileManager.default.moveItem(atPath: recording.path, toPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(atPath: recording.path, withDestinationPath: elsewhere.path)
        let contents = try library.contents()
        #expect(contents.recordings.isEmpty && contents.damaged.map(\.id) == [recording.id])
        #expect(contents.damaged.first?.reason.contains(recording.path) == true)
    }

    @Test("Folders are 0700 and files 0600 from the first byte, whatever the umask")
    func modes() throws {
        let library = try library()
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: "n", origin: .imported))
        for (path, mode) in [(recording.path, 0o700), (recording.path + "/recording.json", 0o600)] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
        }
        try library.discard(recording.id)
        #expect(try library.ids().isEmpty)
    }

    @Test("A recording that is still being written is not discarded")
    func busy() throws {
        let library = try library()
        let (recording, lock) = try library.create(RecordingFacts(id: .generate(), name: "n", origin: .screen))
        let error = #expect(throws: FileSystemError.self) { try library.discard(recording.id) }
        #expect(error?.code == EBUSY && error?.category == .temporary)
        #expect(try library.ids() == [recording.id])
        withExtendedLifetime(lock) {}
    }

    @Test("Symbolic links are not followed, neither to a recording nor to its files")
    func links() throws {
        let library = try library()
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: "n", origin: .imported))
        let elsewhere = home.appending(path: "elsewhere")
        try FileManager.default.moveItem(atPath: recording.path, toPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(atPath: recording.path, withDestinationPath: elsewhere.path)
        #expect(throws: FileSystemError.self) { try library.recording(recording.id) }
        try FileManager.default.removeItem(atPath: recording.path)
        try FileManager.default.moveItem(atPath: elsewhere.path, toPath: recording.path)
        let file = recording.path + "/recording.json"
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere.path)
        #expect(throws: FileSystemError.self) { try library.recording(recording.id) }
    }

    @Test("Fields of a file that are not known are kept, and a newer version is refused")
    func unknownFields() throws {
        let library = try library()
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: "n", origin: .imported))
        let file = URL(fileURLWithPath: recording.path + "/recording.json")
        var json = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        json["color"] = ["red": 1, "big": 9_007_199_254_740_993] as [String: Any]
        try JSONSerialization.data(withJSONObject: json).write(to: file)
        var facts = try library.recording(recording.id).facts
        facts.name = "other"
        try recording.folder.write(facts)
        let kept = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        #expect(kept["name"] as? String == "other")
        #expect((kept["color"] as? [String: Any])?["big"] as? Int64 == 9_007_199_254_740_993)
        json["version"] = 99
        try JSONSerialization.data(withJSONObject: json).write(to: file)
        #expect(throws: DocumentError.self) { try library.recording(recording.id) }
    }
}
