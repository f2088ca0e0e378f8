import Foundation
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import Files
@testable import ReplayControl

/// Checks the JSON that programs write for each other, after random damage.
@Suite struct ForeignJSONTests {
    @Test("Lines of the control socket and files of a recording are read or refused whatever bytes they have")
    func randomBytes() {
        var random = SplitMix64.seeded()
        let seeds = [
            #"{"request":"mark","name":"here"}"#, #"{"done":{"request":"cover","time":"5/10","isChanged":true}}"#,
            #"{"kind":"mark","time":"90000/90000","detail":"h\u00e9"}"#,
            #"{"version":1,"id":"20261121-134502-6dk3x","createdAt":"2026-11-21T13:45:02Z","origin":"screen"}"#,
        ].map { Array($0.utf8) }
        for round in 0..<4000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            read(bytes)
        }
    }

    @Test("Values that are nested deep are refused", arguments: ["[", "{\"a\":", "{\"name\":[", "[{\"request\":"])
    func depth(opening: String) {
        read(Array(String(repeating: opening, count: 100_000).utf8))
    }

    private func read(_ bytes: [UInt8]) {
        let request: ControlRequest? = ControlLine.decode(bytes)
        let reply: ControlReply? = ControlLine.decode(bytes)
        #expect(request == nil || reply?.done == nil)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        _ = try? decoder.decode(RecordingFacts.self, from: Data(bytes))
        _ = try? decoder.decode(RecordingEvent.self, from: Data(bytes))
        _ = try? decoder.decode(JSONValue.self, from: Data(bytes))
    }
}
