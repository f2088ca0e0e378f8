import Foundation
import HLSValidation
import Testing

/// Checks playlists that this machine serves to itself.
@Suite struct LoopbackTests {
    @Test("What is right in a folder is right when it is served", .timeLimit(.minutes(30)))
    func served() throws {
        let server = try FileServer(SmallPresentation.good().files)
        for host in ["127.0.0.1", "localhost"] {
            let report = try HLSValidator().validate(address: "http://\(host):\(server.port)/main.m3u8")
            #expect(report.findings == [])
            #expect(report.playlists.count == 6)
        }
    }

    @Test("What is missing, and where another answer comes", .timeLimit(.minutes(30)))
    func missing() throws {
        var presentation = try SmallPresentation.good()
        presentation.files["small/1.m4s"] = nil
        let server = try FileServer(presentation.files)
        let report = try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/main.m3u8")
        #expect(report.findings.contains { $0.row == .structure && $0.found == "small/1.m4s does not exist" })
        #expect(throws: HLSError.self) {
            try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/none.m3u8")
        }
    }

    @Test(
        "A server may send in chunks, or until the connection ends", .timeLimit(.minutes(30)), arguments: [true, false])
    func framing(isChunked: Bool) throws {
        let server = try FileServer(SmallPresentation.good().files) { content in
            guard let content else { return FileServer.whole(nil) }
            guard isChunked else { return Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + content }
            let middle = content.count / 2
            let chunks = [content[..<middle], content[middle...]].map { part in
                Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
            }
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            return Array(head.utf8) + chunks.joined() + Array("0\r\n\r\n".utf8)
        }
        #expect(try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/main.m3u8").findings == [])
    }

    @Test(
        "What is not the whole file is not taken for it", .timeLimit(.minutes(30)),
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n#EXTM3U\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n#EXTM3U\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /other.m3u8\r\nContent-Length: 0\r\n\r\n", "nonsense\r\n\r\n", "",
            "HTTP/1.1 206 Partial Content\r\nContent-Length: 8\r\n\r\n#EXTM3U\n",
        ])
    func incomplete(response: String) throws {
        let server = try FileServer([:]) { _ in Array(response.utf8) }
        #expect { try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/main.m3u8") } throws: {
            ($0 as? HLSError)?.reason == .unreachable
        }
    }

    @Test("A live playlist is fetched twice and compared", .timeLimit(.minutes(30)))
    func live() throws {
        var presentation = try SmallPresentation.good()
        try presentation.replace("#EXT-X-ENDLIST\n", "", in: "small/list.m3u8")
        try presentation.replace("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MEDIA-SEQUENCE:0", in: "small/list.m3u8")
        var later = presentation
        try later.replace("0.m4s", "2.m4s", in: "small/list.m3u8")
        let server = try FileServer(presentation.files, second: later.files)
        let report = try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/small/list.m3u8")
        #expect(report.findings.filter { $0.row == .live }.map(\.found) == ["“2.m4s” in place of another segment"])
    }

    @Test(
        "Other machines are not asked",
        arguments: [
            "http://192.0.2.1/a.m3u8", "http://127.0.0.1.example.org/a.m3u8", "https://127.0.0.1/a.m3u8",
            "http://127.0.0.1@192.0.2.1/a.m3u8", "file:///etc/passwd", "http://localhost:0/a.m3u8", "http://127.0.0.1/",
        ])
    func elsewhere(address: String) {
        #expect { try HLSValidator().validate(address: address) } throws: { ($0 as? HLSError)?.reason == .address }
    }
}
