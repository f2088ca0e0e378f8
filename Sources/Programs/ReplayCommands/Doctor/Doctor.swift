import ArgumentParser
import ReplayCommandLine

/// `replay doctor`
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what works on this machine.",
        discussion: """
            Checks the display, audio, camera, encoders, disk, permissions, the administrator’s policy, the recorder, \
            the sandbox and versions. Records nothing; each check takes at most 5 s. Exit code: 0 if recording and exporting would \
            work, else 1.

            Example: replay doctor
            """)

    @Option(help: "The X11 display. Default: $DISPLAY.")
    var display: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let diagnosis = await Diagnosis.make(display: display)
        if output.json {
            try Output.json(DoctorReport(diagnosis))
        } else {
            print(DoctorText(diagnosis, hasColour: Output.hasColour).text)
        }
        if let complaint = diagnosis.complaint { throw RecorderError(.failed, description: complaint) }
    }
}

/// The output of `replay doctor --json`.
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
