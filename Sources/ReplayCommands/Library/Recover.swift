import ArgumentParser
import Replay

/// `replay recover`
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Mend what a killed recorder left.",
        discussion:
            "Every command that reads recordings does this by itself; this one says what there was to do.\n\nExample: replay recover"
    )

    @OptionGroup var output: OutputOptions

    func run() throws {
        let repairs = try RecordingLibrary.open().repair()
        if output.json { return try Output.json(repairs) }
        if repairs.isEmpty { print("There is nothing to recover.") }
        for repair in repairs { print(RepairReport.sentence(repair)) }
    }
}
