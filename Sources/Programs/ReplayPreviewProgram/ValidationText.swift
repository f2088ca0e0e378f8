import HLSValidation
import ReplayCommandLine

/// The output of `replay validate` for people: a table of the rows, then a line for each finding.
struct ValidationText {
    private let report: HLSReport

    init(_ report: HLSReport) { self.report = report }

    var text: String { ([rows] + report.findings.map(line) + rest).joined(separator: "\n") }

    private var rows: String {
        var table = Table(["ROW", "CHECKED", "VIOLATIONS", "WARNINGS"])
        for row in report.rows {
            table.add(["\(row.row.rawValue)", row.title, count(row.violations), count(row.warnings)])
        }
        return table.text
    }

    private func count(_ number: Int) -> String { number == 0 ? "-" : "\(number)" }

    private func line(_ finding: HLSFinding) -> String {
        let place = finding.line.map { ":\($0)" } ?? ""
        let offset = finding.offset.map { " at byte \($0)" } ?? ""
        let text =
            "row \(finding.row.rawValue) \(finding.severity.rawValue): \(finding.file)\(place)\(offset): "
            + "\(finding.found); expected: \(finding.expected)"
        return text.printable
    }

    private var rest: [String] {
        report.rows.compactMap { row in
            let more = row.violations + row.warnings - HLSReport.findingLimit
            return more > 0 ? "row \(row.row.rawValue): \(more) more" : nil
        }
    }
}
