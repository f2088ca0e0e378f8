import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

/// The output of `replay status --watch`: a line that is redrawn on a terminal, or a line for each change otherwise.
struct StatusWatch {
    /// The parts of a status whose change is reported. The length is not one of them.
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

    /// The name of the recording, or nil.
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

    /// Shows the ending of the recording.
    func show(_ ending: RecordingFacts.Ending, of id: RecordingID) {
        if isDrawn { Terminal.clearLine() }
        let reason = EarlyEnd(ending, of: id).map { "  ! \(Failure.sentence(for: $0))" } ?? ""
        Output.line("\(id)  ended  \(ending.duration.timecode())\(reason)")
    }
}
