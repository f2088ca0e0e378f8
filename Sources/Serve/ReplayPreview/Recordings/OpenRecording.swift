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
/// Blocking work runs on a pool of threads, one at a time for each kind of media.
final class OpenRecording: Sendable {
    /// The contents that were last read from the recording's files.
    struct Contents: Sendable {
        let recording: Recording
        var session: EditSession { didSet { revision = session.history.revision } }
        /// The revision, which depends only on the decisions. A recording that is closed and opened again has the
        /// same one.
        private(set) var revision: String
        /// The frames to play, or nil if there is no proxy.
        var frames: PlayedFrames?
        var video: Confined<PlaybackVideo>?
        var videoDescription: RecordingDescription.Video?
        var audio: Confined<PlaybackAudio>?
        /// The sizes of the files that grow.
        let extent: Extent
        /// The number of changes to the contents.
        var version = 0
    }

    /// The sizes of the movie and of its proxy, in bytes.
    struct Extent: Equatable, Sendable {
        let movie: Int64
        let proxy: Int64
    }

    /// The decoder of stills, which holds some frames of full size.
    private struct Stills {
        /// The revision of the edit whose frames it decodes.
        let revision: String
        let frames: EditFrames
        /// The time of the last use.
        var lastUse: ContinuousClock.Instant
    }

    let id: RecordingID
    private let pool: NIOThreadPool
    private let contents: Mutex<Contents>
    private let stills = Mutex<Stills?>(nil)
    /// The reason why there is nothing to play, as a sentence, or nil.
    private let proxyProblem = Mutex<String?>(nil)
    let waveforms: Waveforms

    /// Opens a recording. Blocking.
    /// - Throws: `FileSystemError`, `MovieError`, `EditError`, or an error of FFmpeg's.
    init(_ recording: Recording, on pool: NIOThreadPool) throws {
        id = recording.id
        self.pool = pool
        let read = try Self.read(recording)
        waveforms = Waveforms(read.session)
        contents = Mutex(read)
        // Reading an index needs twice its size in memory, and code that is not needed later.
        ResidentMemory.settle()
    }

    private static func read(_ recording: Recording) throws -> Contents {
        let extent = Self.extent(of: recording)
        // For a recording of hours, reading the index takes a second, and that of the proxy another. They are read
        // in parallel.
        let proxy = ProxyOpening(recording)
        let session = try EditSession(recording)
        var (frames, description, video): (PlayedFrames?, RecordingDescription.Video?, Confined<PlaybackVideo>?)
        if let proxy = proxy.result() {
            let player = try PlaybackVideo(session, proxy: proxy)
            frames = player.frames(of: session.edit)
            description = .init(player, of: session)
            video = Confined(player)
        }
        var audio: Confined<PlaybackAudio>?
        if let player = try PlaybackAudio(session) { audio = Confined(player) }
        return Contents(
            recording: recording, session: session, revision: session.history.revision, frames: frames,
            video: video, videoDescription: description, audio: audio, extent: extent)
    }

    static func extent(of recording: Recording) -> Extent {
        Extent(movie: recording.movieSize, proxy: recording.proxySize)
    }

    /// Runs blocking work on the pool.
    private func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.runIfActive(body)
    }

    /// The edit in the form for the page.
    var edit: EditDescription { contents.withLock(\.description) }

    /// The contents that were last read.
    var current: Contents { contents.withLock(\.self) }

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

/// An operation that opens a recording's proxy on a thread of its own.
private struct ProxyOpening: ~Copyable {
    private final class Outcome: Sendable {
        let result = Mutex<MovieReader?>(nil)
    }

    private let outcome = Outcome()
    private let recording: Recording
    private let thread: WorkerThread?

    init(_ recording: Recording) {
        self.recording = recording
        // If no thread can be created, the proxy is opened when it is needed.
        thread = try? WorkerThread("proxy") { [outcome] in
            outcome.result.withLock { $0 = recording.openProxy() }
        }
    }

    /// Waits for the result.
    consuming func result() -> MovieReader? {
        let (outcome, recording) = (outcome, recording)
        thread?.join()
        return outcome.result.withLock(\.self) ?? recording.openProxy()
    }
}

extension EditHistory {
    /// An identifier of this state, valid within this process.
    fileprivate var revision: String {
        var hasher = Hasher()
        hasher.combine(position)
        hasher.combine(changes)
        return String(UInt(bitPattern: hasher.finalize()), radix: 36)
    }
}

extension OpenRecording.Contents {
    var description: EditDescription {
        EditDescription(
            session, revision: revision, frames: frames?.count ?? 0, media: videoDescription?.media)
    }

    /// Returns the contents with another edit.
    fileprivate func with(_ session: EditSession) throws -> Self {
        var changed = self
        changed.session = session
        if !session.edit.showsFrames(as: self.session.edit), let video {
            let player = try PlaybackVideo(session, proxy: video.use { $0.proxy })
            changed.videoDescription = .init(player, of: session)
            changed.video = Confined(player)
        }
        if session.edit.audioEffects != self.session.edit.audioEffects, let player = try PlaybackAudio(session) {
            changed.audio = Confined(player)
        }
        guard let video = changed.video else { return changed }
        changed.frames = video.use { $0.frames(of: session.edit) }
        return changed
    }

    /// Returns the history if its revision is the given one.
    /// - Throws: `StaleRevision` if the edit has changed.
    fileprivate func history(of revision: String) throws -> EditHistory {
        guard self.revision == revision else { throw StaleRevision(edit: description) }
        return session.history
    }
}

// MARK: - The edit

extension OpenRecording {
    /// A change that the page requests.
    enum Decision: Sendable {
        case perform(EditOperation)
        /// A change of a decision in the history with this revision.
        case change(EditChange, revision: String)
        /// Undoes the last change of the history with this revision.
        case undo(revision: String)
        case redo(revision: String)
    }

    /// Applies a change, or undoes or redoes one.
    /// - Throws: `StaleRevision`, `EditError`, `EditHistoryError`, `FileSystemError`.
    func decide(_ decision: Decision) async throws -> EditDescription {
        try await run { [self] in
            let base = current
            var session = base.session
            do {
                switch decision {
                case .perform(let operation): try session.perform(operation)
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
    /// - Throws: The same errors as ``decide(_:)``.
    func mark(at time: Int64, name: String?) async throws -> EditDescription {
        let duration = current.session.edit.duration
        let instant = MediaTime(value: min(max(0, time), duration.value), timescale: duration.timescale)
        return try await decide(.perform(.mark(EditMark(instant, name.flatMap { TitleText(cleaning: $0) }))))
    }

    /// Reads the edit again after another program has changed it.
    /// - Returns: The edit, or nil if it is unchanged.
    /// - Throws: `FileSystemError`, `DocumentError`, `EditError`.
    func reloadEdit() async throws -> EditDescription? {
        try await run { [self] in
            let base = current
            var session = base.session
            try session.reload()
            return session.history == base.session.history ? nil : try take(session, of: base)
        }
    }

    private func take(_ session: EditSession, of base: Contents) throws -> EditDescription {
        try install(try base.with(session), after: base) { other in
            var session = other.session
            try session.reload()
            return try other.with(session)
        }
    }

    /// Replaces the contents from which the new ones were made. Other contents may have been installed meanwhile.
    /// - Parameter remake: Makes the new contents again from those that were installed meanwhile.
    private func install(
        _ new: Contents, after base: Contents, remake: (Contents) throws -> Contents
    ) throws -> EditDescription {
        var (new, base) = (new, base)
        while true {
            let other = contents.withLock { contents -> Contents? in
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
            guard Self.extent(of: recording) != base.extent || recording.state != .recording else { return false }
            _ = try install(try Self.read(recording), after: base) { _ in try Self.read(recording) }
            // A finished recording does not grow. Another size means another movie, from which something was removed.
            if base.recording.facts.ending != nil, base.session.movie.fileSize != current.session.movie.fileSize {
                waveforms.restart(with: current.session)
            } else {
                waveforms.extend(to: current.session)
            }
            stills.withLock { $0 = nil }
            Heap.trim()
            return true
        }
    }
}

extension OpenRecording {
    /// True if there is no complete proxy for a finished recording, as after an import. Blocking.
    var needsProxy: Bool {
        let contents = current
        return contents.recording.state != .recording && !ProxyMaker.hasProxy(contents.session)
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
                isMade = try await WorkerThread.run("proxy") {
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
            return try stills.withLock { stills in
                if stills?.revision != revision { stills = nil }
                let frames = try stills?.frames ?? EditFrames(contents.session)
                stills = Stills(revision: revision, frames: frames, lastUse: .now)
                let edit = contents.session.edit
                let time = MediaTime(value: min(max(0, time), edit.editedDuration.value), timescale: edit.timescale)
                let (frame, size) = (try frames.frame(at: time), frames.size)
                return try format.encoded(frame, width: size.width, height: size.height)
            }
        }
    }

    /// Releases the decoder of stills if it has not been used for a while.
    func tidy() {
        stills.withLock { stills in
            if let last = stills?.lastUse, ContinuousClock.now - last > Self.stillPause { stills = nil }
        }
    }

    private static let stillPause = Duration.seconds(2)

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

    private func contents(of revision: String) throws -> Contents {
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
