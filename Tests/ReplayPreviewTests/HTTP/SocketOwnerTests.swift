import Foundation
import Testing

@testable import ReplayPreview

/// Who owns the other end of a connection, by both ways to ask the kernel.
@Suite(.timeLimit(.minutes(30))) struct SocketOwnerTests {
    @Test("The own end of a connection is the own user's; one that there is not is nobody's")
    func owner() async throws {
        let listener = try LoopbackListener(port: 0)
        defer { listener.close() }
        try await RawClient.with(port: Int(listener.port)) { _ in
            let client = try #require(listener.accept())
            let (server, other) = (LoopbackEndpoint(port: listener.port), LoopbackEndpoint(port: 1))
            #expect(SocketTable(client.address, to: server).owner() == geteuid())
            #expect(SocketTable(other, to: server).owner() == nil)
            #expect(SocketTable(client.address, to: other).owner() == nil)
            #expect([nil, geteuid()].contains(SocketDiagnosis(client.address, to: server).owner()))
            #expect(SocketDiagnosis(other, to: server).owner() == nil)
            #expect(SocketDiagnosis(client.address, to: other).owner() == nil)
        }
    }
}
