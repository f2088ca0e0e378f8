import MediaTime
import ReplayControl
import ReplayExporter
import ReplayLibrary
import ReplayMovie
import Threads

/// A recording in progress in the form for the page; see docs/PREVIEW.md.
struct RecorderDescription: Encodable, Sendable {
    let id: RecordingID
    let state: RecordingStatus.State
    let seconds: Double
    let bytes: Int64
    let frames: Int
    let isMuted: Bool
    let isCovered: Bool
    let levels: [String: Float]
    let sources: [String]
    let warning: String?

    init(_ status: RecordingStatus) {
        id = status.id
        state = status.state
        seconds = status.elapsed.seconds
        bytes = status.bytes
        frames = status.frames
        isMuted = status.isMuted
        isCovered = !status.coverReasons.isEmpty
        levels = Dictionary(uniqueKeysWithValues: status.levels.map { ($0.key.rawValue, $0.value) })
        sources = (status.sources ?? []).map(\.description)
        warning = status.warning
    }
}

/// The recorder that pages control: one that a page has started, or one that was already running.
///
/// The controller reads the files of a recording whose recorder was lost, so it runs on its owner's thread.
actor RecorderController {
    /// The actions that a page can request.
    enum Action: Sendable {
        case pause, resume, mute, unmute, cover, uncover, stop, discard
        case mark(name: String?)
    }

    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let home: String?
    private let report: @Sendable (RecorderDescription?, _ ended: String?) async -> Void
    private var recorder: ScreenRecorder?
    private var isStarting = false
    private(set) var description: RecorderDescription?

    /// Creates the object without a recorder.
    /// - Parameters:
    ///   - home: The home of the library, or nil for the default one.
    ///   - executor: The owner's thread.
    ///   - report: Called with each status, and with a sentence about the end if there is something to report.
    init(
        home: String?, on executor: ThreadExecutor,
        report: @escaping @Sendable (RecorderDescription?, String?) async -> Void
    ) {
        (self.home, self.executor, self.report) = (home, executor, report)
    }

    var isAtWork: Bool { recorder != nil || isStarting }

    /// Starts a recording, which continues when this process ends.
    /// - Throws: `RecorderError`.
    func start(_ configuration: RecordingConfiguration) async throws -> RecordingID {
        guard !isAtWork else {
            throw RecorderError(.invalid, description: "a recording is already being made; stop it first")
        }
        var configuration = configuration
        configuration.home = home
        configuration.isDetached = true
        isStarting = true
        defer { isStarting = false }
        return take(try await ScreenRecorder.start(configuration))
    }

    /// Attaches to a recorder that another program has started, if there is one.
    func join(_ recording: Recording) async {
        guard !isAtWork, let found = try? await ScreenRecorder.attach(to: recording), !isAtWork else { return }
        _ = take(found)
    }

    /// Performs an action.
    /// - Throws: `RecorderError`, also if nothing is being recorded.
    func perform(_ action: Action) async throws {
        guard let recorder else { throw RecorderError(.notRecording, description: "nothing is being recorded") }
        switch action {
        case .pause: try await recorder.pause()
        case .resume: try await recorder.resume()
        case .mute: try await recorder.mute()
        case .unmute: try await recorder.unmute()
        case .cover: try await recorder.cover()
        case .uncover: try await recorder.uncover()
        case .mark(let name): try await recorder.mark(name)
        case .stop: _ = try await recorder.stop()
        case .discard: try await recorder.discard()
        }
    }

    /// Discards a recording. If it is in progress, its recorder removes it.
    /// - Throws: `FileSystemError`; `RecorderError` if the recorder does not answer.
    static func discard(_ id: RecordingID, in library: RecordingLibrary) async throws {
        let running = try await WorkerThread.run(named: "discard") { () -> Recording? in
            // A recording that cannot be read has no recorder, or its removal fails.
            if let recording = try? library.recording(id), recording.state() == .recording { return recording }
            try library.discard(id)
            return nil
        }
        if let running { try await ScreenRecorder.attach(to: running).discard() }
    }

    private func take(_ recorder: ScreenRecorder) -> RecordingID {
        self.recorder = recorder
        Task { await follow(recorder) }
        return recorder.id
    }

    private func follow(_ recorder: ScreenRecorder) async {
        var sentence: String?
        for await event in recorder.events {
            switch event {
            case .status(let status):
                description = RecorderDescription(status)
                await report(description, nil)
            case .ended(let ending): sentence = ending.message
            case .discarded: break
            case .lost: sentence = recorder.lostError().description
            }
        }
        self.recorder = nil
        description = nil
        await report(nil, sentence)
    }

    /// Saves the end of the recording in progress as a recording of its own.
    /// - Throws: `RecorderError`, `FileSystemError`, `MovieError`, or an error of FFmpeg's.
    func saveClip(seconds: Int64, in library: RecordingLibrary) async throws -> RecordingID {
        guard let id = description?.id else {
            throw RecorderError(.notRecording, description: "nothing is being recorded")
        }
        guard (1...86_400).contains(seconds) else {
            throw RecorderError(.invalid, description: "a clip must be 1 s to 24 h long")
        }
        let clip = try await WorkerThread.run(named: "clip") {
            try library.clip(last: .seconds(seconds), of: try library.recording(id), name: nil)
        }
        guard let clip else { throw RecorderError(.failed, description: "the recording has no frame yet") }
        return try await clip.exactOrTrimmed(in: library).recording.id
    }
}
