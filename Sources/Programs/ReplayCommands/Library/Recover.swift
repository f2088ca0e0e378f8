import ArgumentParser
import Files
import ReplayCommandLine

/// `replay recover`
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Repair interrupted and damaged recordings.",
        discussion: """
            Every command that reads recordings repairs those that were interrupted. This command reports the repairs, and \
            also checks all other recordings for damage. A damaged file is kept beside the repaired one, such as \
            movie.damaged.mp4; “replay info” lists it, and Replay never removes it.

            Example: replay recover
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        var failure: (any Error)?
        let repairs = try RecordingLibrary.open().repair(isThorough: true) { id, error in
            RepairReport.sayFailure(of: id, error: error)
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

/// The messages about recordings that were repaired after a crash.
enum RepairReport {
    /// Repairs interrupted recordings, and reports successes and failures on standard error. If the library cannot be
    /// read, the command reports that.
    static func repairBeforehand() {
        guard let repairs = try? RecordingLibrary.open().repair(onFailure: sayFailureBeforehand) else { return }
        for repair in repairs { Terminal.say("replay: \(sentence(repair))") }
    }

    /// Reports a failure. A recording of a newer Replay needs no repair: the command that reads it reports why it
    /// cannot.
    private static func sayFailureBeforehand(of id: RecordingID, error: any Error) {
        guard (error as? DocumentError)?.isNewer != true else { return }
        sayFailure(of: id, error: error)
    }

    static func sayFailure(of id: RecordingID, error: any Error) {
        Terminal.say("replay: recording \(id) cannot be repaired: \(Failure.sentence(for: error))")
    }

    static func sentence(_ repair: RecordingRepair) -> String {
        guard let kept = repair.kept else {
            return
                "recording \(repair.id) was interrupted before it had a frame or was completely imported; it was removed"
        }
        if let damage = repair.damage {
            return "recording \(repair.id) is damaged: \(damage); \(kept.timecode()) of it are kept"
        }
        switch repair.redaction {
        case .completed, .completedWithoutWiping:
            let blocks =
                repair.redaction == .completed ? "" : "the blocks of the old movie could not be overwritten, and "
            return "the interrupted redaction of recording \(repair.id) was completed; "
                + "\(blocks)the library was not searched for the removed content"
        case .takenBack:
            return "the redaction of recording \(repair.id) was interrupted; its movie is unchanged: redact it again"
        case nil: break
        }
        let event = repair.isRepaired ? "was damaged and is repaired" : "was interrupted"
        return "recording \(repair.id) \(event); \(kept.timecode()) of it are kept"
    }
}
