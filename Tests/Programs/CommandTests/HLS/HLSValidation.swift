import Foundation
import ReplayTestSupport
import Testing

/// The output of `replay validate --json`.
struct HLSValidation: Decodable {
    struct Finding: Decodable, CustomStringConvertible {
        let row: Int
        let severity: String
        let file: String
        let found: String
        let expected: String

        var description: String { "row \(row), \(severity), \(file): \(found); expected: \(expected)" }
    }

    struct Row: Decodable {
        let row: Int
        let violations: Int
        let warnings: Int
    }

    let playlists: [String]
    let rows: [Row]
    let findings: [Finding]

    /// Validates a folder and expects no findings except these warnings.
    /// - Parameter warnings: The numbers of the rows that may warn.
    static func expectClean(_ path: String, on place: Workplace, warnings: Set<Int> = []) throws {
        let outcome = try place.replay("validate", path, "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let validation: HLSValidation = try outcome.json()
        #expect(validation.rows.count == 15)
        let findings = validation.findings.filter { !($0.severity == "warning" && warnings.contains($0.row)) }
        #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
    }
}
