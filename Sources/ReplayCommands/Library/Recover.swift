import ArgumentParser
import Replay
import ReplayCommandLine

/// `replay recover`
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: MediaCommand.Recover.configuration.abstract,
        discussion: """
            Every command that reads recordings repairs interrupted recordings by itself; this one says what there was to do, and looks for \
            damage in all others as well. A damaged file is kept beside the repaired one, such as movie.damaged.mp4; \
            “replay info” lists it, and only you remove it.

            Example: replay recover
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        var failure: (any Error)?
        let repairs = try RecordingLibrary.open().repair(isThorough: true) { id, error in
            Terminal.say("replay: recording \(id) cannot be repaired: \(Failure.sentence(for: error))")
            failure = failure ?? error
        }
        if output.json {
            try Output.json(repairs)
        } else {
            if repairs.isEmpty, failure == nil { print("There is nothing to recover.") }
            for repair in repairs { print(RepairReport.sentence(repair)) }
        }
        if let failure { throw ExitCode(Failure.exitCode(for: failure)) }
    }
}
