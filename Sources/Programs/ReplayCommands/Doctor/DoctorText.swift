import ReplayCommandLine

/// The output of `replay doctor` for people: a line for each finding, with its remedy below.
struct DoctorText {
    let diagnosis: Diagnosis
    let hasColour: Bool

    init(_ diagnosis: Diagnosis, hasColour: Bool) {
        self.diagnosis = diagnosis
        self.hasColour = hasColour
    }

    var text: String {
        let width = diagnosis.findings.map(\.name.count).max() ?? 0
        let indent = String(repeating: " ", count: Self.stateWidth + width + 4)
        return diagnosis.findings.flatMap { finding in
            let line = "\(state(finding.state))  \(Self.padded(finding.name, to: width))  \(finding.found.printable)"
            return [line] + [finding.remedy].compactMap { $0.map { "\(indent)→ \($0.printable)" } }
        }.joined(separator: "\n")
    }

    private static let stateWidth = 7

    private func state(_ state: Diagnosis.Finding.State) -> String {
        let word = Self.padded(state.rawValue, to: Self.stateWidth)
        guard hasColour else { return word }
        let colour =
            switch state {
            case .ok: 32
            case .warning: 33
            case .broken: 31
            }
        return "\u{1B}[\(colour)m\(word)\u{1B}[0m"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
