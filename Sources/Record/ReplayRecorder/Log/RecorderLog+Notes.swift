import FFmpeg
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplayRecording

extension RecorderLog {
    func note(begun started: ControlReply.Started, _ session: RecordingSession) {
        let audio = session.audioTracks.map(\.kind.rawValue).joined(separator: ", ")
        let free = session.freeBytes.map { ", \($0 >> 20) MB free" } ?? ""
        logger.info(
            "recording \(started.id) begins: \(started.width)x\(started.height), \(audio.isEmpty ? "no audio" : audio)\(free)"
        )
    }

    /// Logs an event. The name of a mark is private and is not logged.
    func note(_ kind: RecordingEvent.Kind, detail: String?, at time: MediaTime) {
        let detail = kind == .mark ? nil : detail
        logger.info("\(time.timecode()) \(kind.rawValue)\(detail.map { ": \($0)" } ?? "")")
    }

    /// - Parameter warning: All current problems, or nil if none is left.
    func note(warning: String?) {
        guard let warning else { return logger.notice("there are no more problems") }
        logger.warning("\(warning)")
    }

    /// Logs the figures of a recording, at most once per `figuresInterval`.
    func note(_ session: RecordingSession) {
        let isDue = nextFigures.withLock { next in
            guard .now >= next else { return false }
            next = .now + Self.figuresInterval
            return true
        }
        guard isDue else { return }
        let figures = session.figures
        logger.debug(
            """
            \(session.elapsed().timecode()): \(figures.frames) frames, \(figures.bytes) bytes, \(figures.droppedFrames) frames \
            dropped, \(figures.droppedAudio?.timecode() ?? "no") audio dropped, \(ResidentMemory.residentBytes >> 20) MB in memory
            """)
    }

    func note(ending: RecordingFacts.Ending, isDiscarded: Bool) {
        if isDiscarded { return logger.info("discarded") }
        let kept = "\(ending.duration.timecode()), \(ending.frames) frames, \(ending.droppedFrames) dropped"
        let text = "ended, \(ending.reason.rawValue)\(ending.message.map { ": \($0)" } ?? ""); \(kept)"
        ending.reason == .requested ? logger.info("\(text)") : logger.error("\(text)")
    }

    /// Logs why the recording could not begin. The message of a `RecorderError` may name applications, so that only its
    /// kind is logged.
    func note(failure error: any Error) {
        if let error = error as? RecorderError {
            return logger.error("the recording could not begin: \(error.kind.rawValue)")
        }
        logger.error("the recording could not begin: \("\(error)")")
    }
}
