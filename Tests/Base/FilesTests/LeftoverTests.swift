import Descriptors
import Foundation
import Glibc
import ReplayLibrary
import ReplayMovie
import Testing

@testable import Files

/// Checks the leftovers of killed processes: files of this machine, of its previous boot and of other machines.
@Suite struct LeftoverTests {
    private static let here = Machine(host: "host-a", boot: "boot-1")
    private static let before = Machine(host: "host-a", boot: "boot-0")
    private static let other = Machine(host: "host-b", boot: "boot-2")
    private static let container = Machine(host: "host-c", boot: "boot-1")
    private static let day: Int64 = 86_400

    @Test("A temporary name is read again, and no other name is one")
    func names() {
        let name = TemporaryName(on: Self.here)
        #expect(TemporaryName(name.text) == name)
        #expect(TemporaryName(on: Self.here) != name)
        for text in ["", ".replay-.part", ".replay-a-b-c.part", name.text + "x", "x" + name.text, ".replay-hls.json"] {
            #expect(TemporaryName(text) == nil, "\(text)")
        }
    }

    @Test("A held lock protects a file; a free lock decides on the same machine, otherwise the age does")
    func abandoned() {
        func isAbandoned(_ machine: Machine, _ lock: TemporaryName.Lock, _ idle: Int64) -> Bool {
            TemporaryName(on: machine).isAbandoned(lock, idle: idle, on: Self.here)
        }
        for machine in [Self.here, Self.before, Self.other, Self.container] {
            #expect(!isAbandoned(machine, .held, 10 * Self.day))
        }
        #expect(isAbandoned(Self.here, .free, 0) && isAbandoned(Self.container, .free, 0))
        #expect(isAbandoned(Self.before, .free, 0))
        #expect(!isAbandoned(Self.other, .free, Self.day - 1) && isAbandoned(Self.other, .free, Self.day + 1))
        #expect(!isAbandoned(Self.here, .unknown, Self.day - 1) && isAbandoned(Self.here, .unknown, Self.day + 1))
        // A name that many machines share, such as localhost, identifies none of them.
        let (one, two) = (Machine(host: "localhost", boot: "1"), Machine(host: "localhost", boot: "2"))
        #expect(!TemporaryName(on: one).isAbandoned(.free, idle: 0, on: two))
    }

    @Test("Leftovers without a lock are removed; files that a process here or elsewhere writes stay")
    func removal() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "replay-left-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try Directory.create(path)
        func makeFile(_ machine: Machine) throws -> (name: String, file: OwnedDescriptor) {
            let name = TemporaryName(on: machine).text
            return (name, try folder.createSharedFile(name))
        }
        func makeFolder(_ machine: Machine) throws -> (name: String, lock: OwnedDescriptor) {
            let name = TemporaryName(on: machine).text
            let made = try folder.createSharedDirectory(name)
            let inner = try made.createSharedDirectory("720p")
            _ = try inner.createSharedFile("media.part")
            return (name, try made.createSharedFile("lock"))
        }
        let (live, dead) = (try makeFile(Self.here), try makeFile(Self.here))
        let (liveFolder, deadFolder) = (try makeFolder(Self.here), try makeFolder(Self.container))
        let (theirs, old) = (try makeFolder(Self.other), try makeFolder(Self.other))
        let empty = TemporaryName(on: Self.other).text
        _ = try folder.createSharedDirectory(empty)
        let unlocked = TemporaryName(on: Self.here).text
        _ = try folder.createSharedDirectory(unlocked).createSharedFile("mine")
        for file in [live.file, liveFolder.lock] { #expect(Directory.claim(file)) }
        try makeOld(path + "/" + old.name)
        _ = try folder.createSharedFile("notes.part")
        folder.removeLeftovers(lockName: "lock", on: Self.here)
        #expect(try Set(folder.entries()) == [live.name, liveFolder.name, theirs.name, unlocked, "notes.part"])
        #expect(try folder.directory(liveFolder.name).entries() == ["720p", "lock"])
        // A process that comes too late to lock the file gets false.
        #expect(!Directory.claim(dead.file) && !Directory.claim(deadFolder.lock))
        for file in [live.file, dead.file, liveFolder.lock, deadFolder.lock, theirs.lock, old.lock] {
            try file.close()
        }
        folder.removeLeftovers(lockName: "lock", on: Self.here)
        #expect(try Set(folder.entries()) == [theirs.name, unlocked, "notes.part"])
    }

    /// Makes a folder and everything in it two days old.
    private func makeOld(_ path: String) throws {
        let date = Date(timeIntervalSinceNow: -2 * Double(Self.day))
        for name in try FileManager.default.subpathsOfDirectory(atPath: path).reversed() + [""] {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path + "/" + name)
        }
    }
}
