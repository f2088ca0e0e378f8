import FFmpeg
import MediaTime
import NIOPosix
import ReplayComposition
import ReplayEditor
import ReplayErrors
import ReplayLibrary
import ReplayMovie
import ReplayTimeline
import Synchronization
import Threads

/// A recording that pages show: its stored edit, and the media for playback.
///
/// Media is read on a pool of threads, one at a time for each kind of media. Each change of the edit has its own thread,
/// because another program may hold the edit's lock for seconds.
final class OpenRecording: Sendable {
    let id: RecordingID
    private let pool: NIOThreadPool
    private let contents: Mutex<RecordingContents>
    private let stills = StillDecoder()
    /// The reason why there is nothing to play, as a sentence, or nil.
    private let proxyProblem = Mutex<String?>(nil)
    let waveforms: Waveforms

    /// Opens a recording. Blocking.
    /// - Throws: `FileSystemError`, `MovieError`, `EditError`, or an error of FFmpeg's.
    init(_ recording: Recording, on pool: NIOThreadPool) throws {
        id = recording.id
        self.pool = pool
        let read = try RecordingContents.read(recording)
        waveforms = Waveforms(read.session)
        contents = Mutex(read)
        // Reading an index needs twice its size in memory, and code that is not needed later.
        ResidentMemory.settle()
    }

    /// Runs blocking work on the pool.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.runIfActive(body)
    }

    /// The edit in the form for the page.
    var edit: EditDescription { contents.withLock(\.description) }

    /// The contents that were last read.
    var current: RecordingContents { contents.withLock(\.self) }

    /// Returns the recording in the form for the page.
    func description() async throws -> RecordingDescription {
        try await run { [self] in
            let contents = current
            let (session, edit) = (contents.session, contents.session.edit)
            let size = Composition.frameSize(of: session)
            let history = RecordingHistory(
                try contents.recording.events(), timescale: edit.timescale, duration: edit.duration.value)
            var summary = RecordingSummary(contents.recording, duration: edit.duration)
            summary.problem = summary.problem ?? proxyProblem.withLock(\.self)
            return RecordingDescription(
                summary: summary, timescale: edit.timescale, duration: edit.duration.value, width: size.width,
                height: size.height, video: contents.videoDescription,
                audio: contents.audio != nil ? .init(codec: "flac", sampleRate: PlaybackAudio.sampleRate) : nil,
                tracks: session.waveformTracks.map { .init(title: $0.title) }, marks: history.marks,
                ranges: history.ranges, points: history.points, edit: contents.description)
        }
    }
}

// MARK: - The edit

extension OpenRecording {
    /// A change that the page requests.
    enum EditRequest: Sendable {
        case perform(EditOperation)
        /// Adds the zooms that Replay proposes for a range, or for the whole recording.
        case autozoom(TimeRange?)
        /// A change of an operation in the history with this revision.
        case change(EditChange, revision: String)
        /// Undoes the last change of the history with this revision.
        case undo(revision: String)
        case redo(revision: String)
    }

    /// Applies a change, or undoes or redoes one.
    /// - Throws: `StaleRevision`, `EditError`, `EditHistoryError`, `FileSystemError`.
    func perform(_ request: EditRequest) async throws -> EditDescription {
        try await WorkerThread.run(named: "edit") { [self] in
            let base = current
            var session = base.session
            do {
                switch request {
                case .perform(let operation): try session.perform(operation)
                case .autozoom(let range):
                    let zooms = try session.proposedZooms(in: range)
                    if !zooms.isEmpty { try session.perform(zooms.map { .zoom($0) }) }
                case .change(let change, let revision):
                    try session.change([change], from: try base.history(of: revision))
                case .undo(let revision): try session.undo(from: try base.history(of: revision))
                case .redo(let revision): try session.redo(from: try base.history(of: revision))
                }
            } catch EditHistoryError.changed {
                // Another program changed the edit so recently that the change has not been read yet.
                try session.reload()
                throw StaleRevision(edit: try take(session, of: base))
            }
            return try take(session, of: base)
        }
    }

    /// Copies an image into the recording's folder.
    /// - Returns: The name of the copy.
    /// - Throws: An error with a sentence as description if it is not an image or cannot be copied.
    func storeImage(_ bytes: [UInt8], called name: String) async throws -> String {
        try await run { [self] in try current.session.storeImage(bytes, called: name) }
    }

    /// Adds a mark to the edit.
    /// - Parameter time: The instant in the recording's ticks, clamped to the recording.
    /// - Throws: The same errors as ``perform(_:)``.
    func mark(at time: Int64, name: String?) async throws {
        let duration = current.session.edit.duration
        let instant = MediaTime(value: min(max(0, time), duration.value), timescale: duration.timescale)
        _ = try await perform(.perform(.mark(EditMark(instant, name: name.flatMap { TitleText(cleaning: $0) }))))
    }

    /// Reads the edit again after another program has changed it.
    /// - Returns: True if the edit has changed.
    /// - Throws: `FileSystemError`, `DocumentError`, `EditError`.
    func reloadEdit() async throws -> Bool {
        try await WorkerThread.run(named: "edit") { [self] in
            let base = current
            var session = base.session
            try session.reload()
            guard session.history != base.session.history else { return false }
            _ = try take(session, of: base)
            return true
        }
    }

    private func take(_ session: EditSession, of base: RecordingContents) throws -> EditDescription {
        try install(try base.with(session), after: base) { other in
            var session = other.session
            try session.reload()
            return try other.with(session)
        }
    }

    /// Replaces the contents from which the new ones were made. Other contents may have been installed meanwhile.
    /// - Parameter remake: Makes the new contents again from those that were installed meanwhile.
    private func install(
        _ new: RecordingContents, after base: RecordingContents, remake: (RecordingContents) throws -> RecordingContents
    ) throws -> EditDescription {
        var (new, base) = (new, base)
        while true {
            let other = contents.withLock { contents -> RecordingContents? in
                guard contents.version == base.version else { return contents }
                new.version = contents.version + 1
                contents = new
                return nil
            }
            guard let other else { return new.description }
            base = other
            new = try remake(other)
        }
    }

    /// Reads everything again if the recording has grown, or is no longer in progress.
    /// - Returns: True if the contents were read.
    /// - Throws: The same errors as the initializer.
    func reload(_ recording: Recording) async throws -> Bool {
        try await run { [self] in
            let base = current
            guard RecordingContents.extent(of: recording) != base.extent || recording.state() != .recording else {
                return false
            }
            _ = try install(try RecordingContents.read(recording), after: base) { _ in
                try RecordingContents.read(recording)
            }
            // A finished recording does not grow. Another size means another movie, from which something was removed.
            if base.recording.facts.ending != nil, base.session.movie.fileSize != current.session.movie.fileSize {
                waveforms.restart(with: current.session)
            } else {
                waveforms.extend(to: current.session)
            }
            stills.release()
            Heap.trim()
            return true
        }
    }
}

extension OpenRecording {
    /// True if there is no complete proxy for a finished recording, as after an import. Blocking.
    var needsProxy: Bool {
        let contents = current
        guard contents.recording.state() != .recording else { return false }
        // An unfinished proxy may be open, which is shorter, or whose maker may be killed.
        if contents.recording.hasProxy, let proxy = contents.video?.use({ $0.proxy }),
            ProxyMaker.isWhole(proxy, of: contents.session)
        {
            return false
        }
        // The proxy may have been completed since the contents were read.
        return !ProxyMaker.hasProxy(contents.session)
    }

    /// True if it is known that no proxy can be made.
    var hasProxyProblem: Bool { proxyProblem.withLock { $0 != nil } }

    /// Sets the reason why there is no proxy, or nil if there is one.
    func noteProxyProblem(_ sentence: String?) { proxyProblem.withLock { $0 = sentence } }

    /// Makes the proxy of a recording that needs one, or waits until another server has made it.
    /// - Throws: The error that prevents it.
    func completeProxy() async throws {
        let session = current.session
        let isCancelled = Atomic(false)
        try await withTaskCancellationHandler {
            var isMade = false
            while !isMade {
                isMade = try await WorkerThread.run(named: "proxy") {
                    try ProxyMaker.make(for: session) { isCancelled.load(ordering: .relaxed) }
                }
                if !isMade { try await Task.sleep(for: Self.proxyPause) }
            }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }

    /// The time between attempts while another server makes the proxy, because that server may be killed.
    private static let proxyPause = Duration.milliseconds(500)
}

/// The revision in a request is no longer the current one.
struct StaleRevision: CategorizedError {
    /// The present edit.
    let edit: EditDescription

    var category: ErrorCategory { .temporary }
    var description: String { "the edit was changed elsewhere; load it again" }
}

// MARK: - Media

extension OpenRecording {
    /// The maximum number of frames in a response.
    private static let frameLimit = 300
    /// The maximum number of audio samples in a response.
    private static let sampleLimit = 60 * 48_000

    /// Returns the initialization segment of the video.
    /// - Throws: `NoSuchMedia`.
    func videoInitialization() async throws -> [UInt8] {
        try await run { [self] in try withVideo { $0.initialization } }
    }

    /// Returns fragments, beginning with the frame that is shown at an instant of the edit.
    /// - Parameter start: Returns the first frame's number.
    /// - Throws: `StaleRevision`, `NoSuchMedia`, `MovieError`.
    func video(
        revision: String, count: Int, from start: @escaping @Sendable (PlayedFrames) -> Int
    ) async throws -> [UInt8] {
        try await run { [self] in
            let contents = try contents(of: revision)
            guard let frames = contents.frames else { throw NoSuchMedia.video }
            let first = max(0, min(start(frames), frames.count))
            return try withVideo { try $0.fragments(first..<first + min(count, Self.frameLimit), of: frames) }
        }
    }

    /// Returns the initialization segment of the audio.
    /// - Throws: `NoSuchMedia`.
    func audioInitialization() async throws -> [UInt8] {
        try await run { [self] in try withAudio { $0.initialization } }
    }

    /// Returns fragments of the audio.
    /// - Parameter samples: The range of samples in edited time, clamped to the edit.
    /// - Throws: `StaleRevision`, `NoSuchMedia`, `MovieError`.
    func audio(revision: String, samples: Range<Int64>) async throws -> [UInt8] {
        try await run { [self] in
            let edit = try contents(of: revision).session.edit
            let length = edit.editedDuration.converted(to: PlaybackAudio.sampleRate, rounding: .nearest).value
            let samples = samples.clamped(to: 0..<length).prefix(Self.sampleLimit)
            guard !samples.isEmpty else { return [] }
            return try withAudio { try $0.fragments(samples, of: edit) }
        }
    }

    /// Returns the frame at an instant of the edit, as an export shows it.
    /// - Throws: `StaleRevision`, `MovieError`.
    func still(revision: String, at time: Int64, format: ImageFormat) async throws -> [UInt8] {
        try await run { [self] in
            let contents = try contents(of: revision)
            let edit = contents.session.edit
            let time = MediaTime(value: min(max(0, time), edit.editedDuration.value), timescale: edit.timescale)
            return try stills.image(of: contents.session, revision: revision, at: time, format: format)
        }
    }

    /// Releases memory that has not been used for a while.
    func tidy() { stills.tidy() }

    /// Returns a small frame of the recording, from the proxy if there is one, and otherwise from the movie.
    /// - Parameters:
    ///   - time: The instant in the recording's ticks.
    ///   - height: The height in pixels.
    /// - Throws: `MovieError`.
    func thumbnail(at time: Int64, height: Int) async throws -> [UInt8] {
        try await run { [self] in
            let contents = current
            if let video = contents.video { return try video.use { try $0.thumbnail(at: time, height: height) } }
            return try PlaybackVideo.thumbnail(of: contents.recording, at: time, height: height)
        }
    }

    private func contents(of revision: String) throws -> RecordingContents {
        let contents = current
        guard contents.revision == revision else { throw StaleRevision(edit: contents.description) }
        return contents
    }

    private func withVideo<Result: Sendable>(_ body: (PlaybackVideo) throws -> Result) throws -> Result {
        guard let video = current.video else { throw NoSuchMedia.video }
        return try video.use(body)
    }

    private func withAudio<Result: Sendable>(_ body: (PlaybackAudio) throws -> Result) throws -> Result {
        guard let audio = current.audio else { throw NoSuchMedia.audio }
        return try audio.use(body)
    }
}

/// The recording does not have the requested media.
enum NoSuchMedia: CategorizedError {
    case video, audio

    var category: ErrorCategory { .noInput }

    var description: String {
        switch self {
        case .video: "the recording has no small copy to play yet"
        case .audio: "the recording has no audio"
        }
    }
}
