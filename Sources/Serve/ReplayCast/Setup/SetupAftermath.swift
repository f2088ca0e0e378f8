import Descriptors
import Files
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayControl

/// The time after a set-up: runs the programs of the answer when the broadcast is live and when it has ended.
final class SetupAftermath {
    private let owner: LineSocket
    private let configuration: SetupConfiguration
    private let answer: SetupAnswer
    private var buffer: [UInt8] = []
    /// The recording; nil while the broadcast has not been live.
    private var recording: String?
    private var live: ProgramRun?
    private var hasRunLive = false
    /// True if the broadcast has begun.
    private var hasBegun = false

    /// The time limits of the programs.
    static let (liveLimit, finishLimit) = (Duration.seconds(300), Duration.seconds(30))
    /// The interval at which a program that runs is checked, in milliseconds.
    private static let interval: Int32 = 100

    init(_ owner: LineSocket, _ configuration: SetupConfiguration, _ answer: SetupAnswer) {
        (self.owner, self.configuration, self.answer) = (owner, configuration, answer)
    }

    /// Waits for the end of the broadcast, and runs the last program.
    func run() {
        let reason = follow()
        live?.stop()
        live = nil
        if let words = answer.finish, let run = start(words, .ended(reason), limit: Self.finishLimit) {
            while !run.isOver { run.update(waiting: Self.interval) }
            tell(run.failure.map { "its program to finish failed: \($0)" })
        }
        owner.send(ControlLine.encode(SetupReply(finished: true)))
    }

    /// Runs the program for a live target when it is time.
    /// - Returns: The reason for the end of the broadcast.
    private func follow() -> BroadcastSetup.EndReason {
        while true {
            var polled = pollfd(fd: owner.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, live == nil ? -1 : Self.interval)
            updateLive()
            guard polled.revents != 0 else { continue }
            guard let lines = owner.receive(&buffer) else { return hasBegun ? .lost : .notStarted }
            for request: SetupRequest in lines.compactMap({ ControlLine.decode($0) }) {
                if let reason = request.ended { return reason }
                hasBegun = hasBegun || request.begun == true
                if let id = request.live { begin(id) }
            }
        }
    }

    private func begin(_ id: String) {
        recording = id
        guard !hasRunLive, let words = answer.live else { return }
        hasRunLive = true
        live = start(words, .live, limit: Self.liveLimit)
    }

    private func updateLive() {
        guard let live else { return }
        live.update(waiting: 0)
        guard live.isOver else { return }
        tell(live.failure.map { "its program for a live target failed: \($0)" })
        self.live = nil
    }

    private func start(_ words: [String], _ event: SetupNotice.Event, limit: Duration) -> ProgramRun? {
        let notice = SetupNotice(event, configuration.facts, recording: recording)
        do {
            let program = try SetupProgram(words, folder: configuration.folder, purpose: "its program")
            return try ProgramRun(program, input: try ProgramInput.file(with: notice), limit: limit)
        } catch {
            tell("\(error)")
            return nil
        }
    }

    private func tell(_ problem: String?) {
        guard let problem else { return }
        owner.send(ControlLine.encode(SetupReply(problem: problem)))
    }
}
