import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

/// Follows a recording for `replay status --watch`: a line drawn again and again for a person, a line for each change for a
/// program.
struct StatusWatch {
    /// What of a status is a change worth a line: not how long it is by now.
    struct Situation: Equatable {
        let state: RecordingStatus.State
        let isMuted: Bool
        let coverReasons: [CoverReason]
        let warning: String?
        let hasLoss: Bool

        init(_ status: RecordingStatus) {
            (state, isMuted, coverReasons) = (status.state, status.isMuted, status.coverReasons)
            (warning, hasLoss) = (status.warning, status.droppedFrames > 0 || status.droppedAudio != nil)
        }
    }

    /// The name of the recording, if it has one.
    let name: String?
    private let isDrawn = isatty(STDOUT_FILENO) == 1 && Terminal.isInteractive
    private var last: Situation?

    init(name: String?) { self.name = name }

    mutating func show(_ status: RecordingStatus) {
        let situation = Situation(status)
        if isDrawn {
            if let warning = status.warning, warning != last?.warning {
                Terminal.clearLine()
                Terminal.say("replay: \(Failure.sentence(warning))")
            }
            Terminal.draw(StatusLine(status).text)
        } else if situation != last {
            Output.line(StatusReport.answer(status, name: name).line)
        }
        last = situation
    }

    /// Says how it ended.
    func show(_ ending: RecordingFacts.Ending, of id: RecordingID) {
        if isDrawn { Terminal.clearLine() }
        let reason = EarlyEnd(ending, of: id).map { "  ! \(Failure.sentence(for: $0))" } ?? ""
        Output.line("\(id)  ended  \(ending.duration.timecode())\(reason)")
    }
}
