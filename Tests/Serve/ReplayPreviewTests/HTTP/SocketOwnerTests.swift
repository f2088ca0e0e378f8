import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks the owner of a connection's other end, with both ways to ask the kernel.
@Suite(.timeLimit(.minutes(30))) struct SocketOwnerTests {
    @Test("The own end of a connection is the own user's; one that there is not is nobody's")
    func owner() async throws {
        let listener = try TCPListener(port: 0)
        defer { listener.close() }
        try await RawClient.with(port: Int(listener.port)) { _ in
            let client = try #require(listener.accept())
            let (server, other) = (IPv4Endpoint(port: listener.port), IPv4Endpoint(port: 1))
            #expect(SocketTable(client.address, to: server).owner() == geteuid())
            #expect(SocketTable(other, to: server).owner() == nil)
            #expect(SocketTable(client.address, to: other).owner() == nil)
            #expect([nil, geteuid()].contains(SocketDiagnosis(client.address, to: server).owner()))
            #expect(SocketDiagnosis(other, to: server).owner() == nil)
            #expect(SocketDiagnosis(client.address, to: other).owner() == nil)
        }
    }

    @Test("A connection that ends once its row was read still has an owner")
    func endedConnection() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/tcp"
        try #require(mkfifo(path, 0o600) == 0)
        let row = "   7: 0100007F:0001 0100007F:0002 01 00000000:00000000 00:00000000 00000000  1234        0 99 1\n"
        // Waits for the reader of the table, and removes the pipe so that nobody reads it again.
        Thread.detachNewThread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            unlink(path)
            try? file.write(contentsOf: Data(row.utf8))
            try? file.close()
        }
        #expect(SocketTable(IPv4Endpoint(port: 1), to: IPv4Endpoint(port: 2), in: path).owner() == 1234)
    }
}
