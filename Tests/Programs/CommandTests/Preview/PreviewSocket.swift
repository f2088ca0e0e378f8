import Foundation
import ReplayTestSupport
import Synchronization

/// The WebSocket of a page (RFC 6455). Messages are kept until the test asks for them.
final class PreviewSocket: Sendable {
    private struct State {
        var messages: [PreviewMessage] = []
        var isOver = false
    }

    private let client: PreviewClient
    private let connection: LocalConnection
    private let state = Mutex(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Connects, sends the token and receives `hello`.
    init(_ client: PreviewClient, watching id: String? = nil) throws {
        self.client = client
        connection = try LocalConnection(port: client.port)
        let head = """
            GET /events HTTP/1.1\r
            Host: 127.0.0.1:\(client.port)\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r

            """
        try connection.write(Data(head.utf8))
        let answer = try connection.readHead().first ?? "nothing"
        guard answer.contains(" 101 ") else { throw ServerError("The WebSocket was refused: \(answer)") }
        let reader = Thread { [weak self, connection] in
            while let message = try? Self.message(of: connection) {
                guard let self else { return }
                take(message)
            }
            self?.finish()
        }
        reader.start()
        try send(["token": client.token])
        _ = try next("hello")
        if let id { try watch(id) }
    }

    deinit { connection.end() }

    func watch(_ id: String?) throws { try send(["watch": id as Any? ?? NSNull()]) }

    func close() { connection.end() }

    /// Returns the next message of a type that satisfies `isWanted`. Earlier messages are dropped.
    /// - Parameter limit: The time limit, in seconds.
    @discardableResult
    func next(
        _ type: String, limit: Int = WaitLimit.seconds, where isWanted: (PreviewMessage) -> Bool = { _ in true }
    ) throws -> PreviewMessage {
        let deadline = DispatchTime.now() + .seconds(limit)
        var passed: [String] = []
        while true {
            let (message, isOver) = state.withLock { state in
                (state.messages.isEmpty ? nil : state.messages.removeFirst(), state.isOver)
            }
            if let message {
                if message.type == type, isWanted(message) { return message }
                passed.append(message.type)
            } else if isOver || arrival.wait(timeout: deadline) == .timedOut {
                throw ServerError("“\(type)” did not come, but \(passed)\(isOver ? " and the end" : "").")
            }
        }
    }

    private func send(_ message: [String: Any]) throws {
        try connection.write(Self.frame(1, try JSONSerialization.data(withJSONObject: message)))
    }

    private func take(_ message: PreviewMessage) {
        state.withLock { $0.messages.append(message) }
        arrival.signal()
    }

    private func finish() {
        state.withLock { $0.isOver = true }
        arrival.signal()
    }

    /// Returns a masked frame, as a client must send it. The mask of zeros leaves the data unchanged.
    private static func frame(_ opcode: UInt8, _ data: Data) -> Data {
        let length: [UInt8] =
            data.count < 126 ? [UInt8(data.count)] : [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        return Data([0x80 | opcode, length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0]) + data
    }

    /// Returns the next message, and answers pings before it.
    private static func message(of connection: LocalConnection) throws -> PreviewMessage? {
        while true {
            let head = try connection.read(2)
            var length = Int(head[1])
            if length == 126 { length = try connection.read(2).reduce(0) { $0 << 8 | Int($1) } }
            if length == 127 { length = try connection.read(8).reduce(0) { $0 << 8 | Int($1) } }
            let data = try connection.read(length)
            switch head[0] & 15 {
            case 1: return try JSONDecoder().decode(PreviewMessage.self, from: data)
            case 8:
                // A browser answers a close frame in the same way.
                try connection.write(frame(8, data))
                return nil
            case 9: try connection.write(frame(10, data))
            default: break
            }
        }
    }
}
