@testable import ReplayPreview

extension RawClient {
    /// A frame that the server has sent.
    struct Frame: Equatable {
        let opcode: UInt8
        let data: [UInt8]

        static func text(_ text: String) -> Frame { Frame(opcode: 1, data: Array(text.utf8)) }
        static func close(_ code: UInt16) -> Frame { Frame(opcode: 8, data: [UInt8(code >> 8), UInt8(code & 255)]) }
        static let ping = Frame(opcode: 9, data: [])
    }

    /// Requests the WebSocket.
    /// - Returns: The status of the response; 101 if the connection is now a WebSocket.
    mutating func upgrade(_ port: Int, headers: String = "", version: Int = 13) async throws -> Int {
        try await send(
            "GET /events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: \(version)\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(headers)\r\n")
        let answer = try await answer()
        if answer.status == 101, answer.headers["Sec-WebSocket-Accept"] != ["s3pPLMBiTxaQ9kYGzzhZRbK+xOo="] {
            throw BadAnswer()
        }
        return answer.status
    }

    func sendFrame(_ opcode: UInt8, _ data: [UInt8], isFinal: Bool = true) async throws {
        let length: [UInt8] =
            data.count < 126 ? [UInt8(data.count)] : [126, UInt8(data.count >> 8 & 255), UInt8(data.count & 255)]
        // The frame is masked, as a client must do. The mask of zeros leaves the data unchanged.
        try await send([(isFinal ? 0x80 : 0) | opcode, length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0] + data)
    }

    func sendMessage(_ text: String) async throws { try await sendFrame(1, Array(text.utf8)) }

    mutating func frame() async throws -> Frame {
        let head = try await bytes(2)
        var count = Int(head[1])
        if count == 126 { count = try await bytes(2).reduce(0) { $0 << 8 | Int($1) } }
        if count == 127 { count = try await bytes(8).reduce(0) { $0 << 8 | Int($1) } }
        return Frame(opcode: head[0] & 15, data: try await bytes(count))
    }
}
