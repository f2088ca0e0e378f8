import Replay
import ReplayCommandLine

/// What `replay doctor --json` prints.
struct DoctorReport: Encodable {
    let canRecord: Bool
    let canExport: Bool
    let findings: [Diagnosis.Finding]

    init(_ diagnosis: Diagnosis) {
        canRecord = diagnosis.canRecord
        canExport = diagnosis.canExport
        findings = diagnosis.findings
    }
}
