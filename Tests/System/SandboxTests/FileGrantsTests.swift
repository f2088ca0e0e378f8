import Descriptors
import Foundation
import ReplayTestSupport
import SystemPackage
import Testing

@testable import Files

struct FileGrantsTests {
    private let folder: TemporaryDirectory
    private var inside: String { folder.path + "/inside" }

    init() throws {
        folder = try TemporaryDirectory("grants")
        mkdir(folder.path + "/inside", 0o700)
        mkdir(folder.path + "/inside/deeper", 0o700)
        try "secret".write(to: folder.url.appending(path: "outside.txt"), atomically: false, encoding: .utf8)
        try "own".write(to: folder.url.appending(path: "inside/own.txt"), atomically: false, encoding: .utf8)
        symlink("../outside.txt", folder.path + "/inside/link")
    }

    private func opened(_ name: String, by grants: inout FileGrants, in folder: OwnedDescriptor? = nil) -> FileReply {
        grants.perform(FileRequest(.open, name, flags: O_RDONLY), in: folder)
    }

    @Test func `Files of a granted folder can be read, and no others`() throws {
        var grants = FileGrants()
        grants.grant(inside, for: .reading)
        let folder = try #require(opened(inside, by: &grants).descriptor)
        #expect(opened("own.txt", by: &grants, in: folder).code == 0)
        #expect(opened(".", by: &grants, in: folder).code == 0)
        for name in ["..", "deeper", "../outside.txt", "deeper/../own.txt", "/etc/passwd", ""] {
            #expect(opened(name, by: &grants, in: folder).code == EACCES, "\(name)")
        }
        #expect(opened("link", by: &grants, in: folder).code == ELOOP)
        for path in ["/etc/passwd", inside + "/", inside + "/own.txt", self.folder.path] {
            #expect(opened(path, by: &grants).code == EACCES, "\(path)")
        }
    }

    @Test func `A folder that the broker did not open is not accepted`() throws {
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        _ = opened(inside, by: &grants)
        let other = try OwnedDescriptor(opening: folder.path, options: .directory)
        #expect(opened("outside.txt", by: &grants, in: other).code == EACCES)
    }

    @Test(arguments: [
        FileRequest(.open, "own.txt", flags: O_WRONLY), FileRequest(.open, "own.txt", flags: O_RDWR | O_APPEND),
        FileRequest(.open, "new.txt", flags: O_RDONLY | O_CREAT, permissions: 0o600),
        FileRequest(.open, "own.txt", flags: O_RDONLY | O_TRUNC), FileRequest(.remove, "own.txt"),
        FileRequest(.rename, "own.txt", to: "other.txt"),
    ])
    func `Only a grant for writing allows changes`(_ request: FileRequest) throws {
        for (use, isAllowed) in [(FileGrants.Use.reading, false), (.writing, true)] {
            var grants = FileGrants()
            grants.grant(inside, for: use)
            let folder = try #require(opened(inside, by: &grants).descriptor)
            #expect(grants.perform(request, in: folder).code == (isAllowed ? 0 : EACCES))
        }
    }

    @Test(arguments: [
        FileRequest(.makeFolder, "folder", permissions: 0o700), FileRequest(.remove, "deeper", flags: AT_REMOVEDIR),
        // RENAME_WHITEOUT leaves a device.
        FileRequest(.rename, "own.txt", to: "other.txt", flags: 4),
    ])
    func `No grant allows folders and devices`(_ request: FileRequest) throws {
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        let folder = try #require(opened(inside, by: &grants).descriptor)
        #expect(grants.perform(request, in: folder).code == EACCES)
    }

    @Test func `A folder with the identifier of a removed one is not granted`() throws {
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        weak let first = opened(inside, by: &grants).descriptor
        // While the grants exist, the folder is open, so that its identifier is not given to another.
        #expect(first != nil)
    }

    @Test func `The number of new files is limited, and their mode does not depend on the request`() throws {
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        let folder = try #require(opened(inside, by: &grants).descriptor)
        var codes: [Int32] = []
        for number in 0..<100 {
            let request = FileRequest(.open, "\(number)", flags: O_WRONLY | O_CREAT, permissions: 0o4777)
            let reply = grants.perform(request, in: folder)
            codes.append(reply.code)
            if let status = try reply.descriptor?.descriptor.stat() { #expect(status.permissions == .ownerReadWrite) }
        }
        #expect(codes.count { $0 == 0 } == 64 && codes.last == EDQUOT)
    }

    @Test func `A name of a rename must lie in the folder too`() throws {
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        let folder = try #require(opened(inside, by: &grants).descriptor)
        for new in ["../outside.txt", "..", ".", "/tmp/other", ""] {
            #expect(grants.perform(FileRequest(.rename, "own.txt", to: new), in: folder).code == EACCES, "\(new)")
        }
    }

    @Test func `No request reaches a file outside`() throws {
        var random = SplitMix64.seeded()
        let parts = ["..", ".", "/", "inside", "outside.txt", "own.txt", "link", "deeper", "", "etc", "passwd", "\0"]
        let calls: [FileRequest.Call] = [.open, .status, .makeFolder, .remove, .rename]
        var grants = FileGrants()
        grants.grant(inside, for: .writing)
        let outside = try FileIdentifier(Stat(self.folder.path("outside.txt")))
        let folder = try #require(opened(inside, by: &grants).descriptor)
        for _ in 0..<5000 {
            func name() -> String {
                (0..<Int.random(in: 1...3, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                    .joined()
            }
            var request = FileRequest(calls.randomElement(using: &random) ?? .open, name(), to: name())
            request.flags = Int32.random(in: 0 ... .max, using: &random) & ~(O_EXCL | O_DIRECTORY)
            request.permissions = UInt32.random(in: 0 ... .max, using: &random)
            let reply = grants.perform(request, in: Bool.random(using: &random) ? folder : nil)
            guard let descriptor = reply.descriptor else { continue }
            let status = try descriptor.descriptor.stat()
            #expect(FileIdentifier(status) != outside)
            #expect(status.permissions.rawValue & 0o7077 == 0 || status.type == .directory || request.name == "own.txt")
        }
        #expect(try String(contentsOf: self.folder.url.appending(path: "outside.txt"), encoding: .utf8) == "secret")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: self.folder.path).sorted() == ["inside", "outside.txt"])
    }
}
