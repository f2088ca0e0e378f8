import Replay
import ReplayCommandLine

/// What is said of recordings that were brought to their end after a crash.
enum RepairReport {
    /// Repairs what the last crash left, and says so on standard error. A library that cannot be read is told of by the
    /// command, where it needs one.
    static func repairBeforehand() {
        guard let repairs = try? RecordingLibrary.open().repair() else { return }
        for repair in repairs { Terminal.say("replay: \(sentence(repair))") }
    }

    static func sentence(_ repair: RecordingRepair) -> String {
        guard let kept = repair.kept else {
            return "recording \(repair.id) was interrupted before it held a frame; removed"
        }
        if let damage = repair.damage {
            return "recording \(repair.id) is damaged: \(damage); \(kept.timecode()) of it are kept"
        }
        let event = repair.isRepaired ? "was damaged and is repaired" : "was interrupted"
        return "recording \(repair.id) \(event); \(kept.timecode()) of it are kept"
    }
}
