import Foundation
import ReplayHLS
import Testing

/// Playlists that this machine serves to itself.
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
        #expect(report.findings.contains { $0.row == .structure && $0.found == "small/1.m4s is not there" })
        #expect(throws: HLSError.self) {
            try HLSValidator().validate(address: "http://127.0.0.1:\(server.port)/none.m3u8")
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
