import Foundation
import MediaTime
import ReplayEditor
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks the contents of `edit.json`.
@Suite struct EditDocumentTests {
    @Test("Any history is read as it was written, the undone operations included")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let history = try EditHistory.random(duration: .random(using: &random), using: &random)
            let data = try JSONEncoder().encode(EditDocument(history: history))
            #expect(try JSONDecoder().decode(EditDocument.self, from: data).history == history)
        }
    }

    @Test("It holds its version, and the fields that it knows are those that it writes")
    func fields() throws {
        let history = try EditHistory(duration: MediaTime(value: 10, timescale: 1))
        let data = try JSONEncoder().encode(EditDocument(history: history))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(object.keys) == Set(EditDocument.Field.allCases.map(\.stringValue)))
        #expect(object["version"] as? Int == EditDocument.currentVersion)
    }
}
