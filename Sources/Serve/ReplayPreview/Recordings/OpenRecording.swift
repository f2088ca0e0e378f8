import FFmpeg
import MediaTime
import NIOPosix
import ReplayEditor
import ReplayErrors
import ReplayExporter
import ReplayLibrary
import ReplayMovie
import ReplayTimeline
import Synchronization
import Threads

/// A recording that pages look at: its edit as it is stored, and what is played of it.
///
/// What blocks is done on a pool of threads; each kind of media by one of them at a time.
final class OpenRecording: Sendable {
    /// What was read of the recording's files last.
    struct Contents: Sendable {
        let recording: Recording
        var session: EditSession { didSet { revision = session.history.revision } }
        /// Changes with the decisions, and with nothing else: a recording that was closed and opened again has the same.
        private(set) var revision: String
        /// Those that are played; nil: there is no proxy.
        var frames: PlayedFrames?
        var video: Confined<PlaybackVideo>?
        var videoDescription: RecordingDescription.Video?
        var audio: Confined<PlaybackAudio>?
        /// The sizes of the files that grow.
        let extent: Extent
        /// How often they were changed, by whomever.
        var version = 0
    }

    /// How much there is of the movie and of its proxy, in bytes.
    struct Extent: Equatable, Sendable {
        let movie: Int64
        let proxy: Int64
    }

    /// What decodes stills: it holds some frames of full size.
    private struct Stills {
        /// Of the edit whose frames it shows.
        let revision: String
        let frames: EditFrames
        /// When it was used last.
        var lastUse: ContinuousClock.Instant
    }

    let id: RecordingID
    private let pool: NIOThreadPool
    private let contents: Mutex<Contents>
    private let stills = Mutex<Stills?>(nil)
    /// Why there is nothing that can be played, in a sentence.
    private let proxyProblem = Mutex<String?>(nil)
    let waveforms: Waveforms

    /// Opens a recording. Blocks.
    /// - Throws: `FileSystemError`, `MovieError`, `EditError`, or an error of FFmpeg's.
    init(_ recording: Recording, on pool: NIOThreadPool) throws {
        id = recording.id
        self.pool = pool
        let read = try Self.read(recording)
        waveforms = Waveforms(read.session)
        contents = Mutex(read)
        // Reading an index takes twice what it comes to, and code that nothing else does.
        ResidentMemory.settle()
    }

    private static func read(_ recording: Recording) throws -> Contents {
        let extent = Self.extent(of: recording)
        // The index of a recording of hours takes a second to read, and that of its proxy another.
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

    /// Does what blocks.
    private func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await pool.runIfActive(body)
    }

    /// What is shown of the edit.
    var edit: EditDescription { contents.withLock(\.description) }

    /// What was read last.
    var current: Contents { contents.withLock(\.self) }

    /// What the page is told of it.
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

/// Opens a recording's proxy on a thread of its own.
private struct ProxyOpening: ~Copyable {
    private final class Outcome: Sendable {
        let result = Mutex<MovieReader?>(nil)
    }

    private let outcome = Outcome()
    private let recording: Recording
    private let thread: WorkerThread?

    init(_ recording: Recording) {
        self.recording = recording
        // Where there is no room for a thread, it is opened when it is wanted.
        thread = try? WorkerThread("proxy") { [outcome] in
            outcome.result.withLock { $0 = recording.openProxy() }
        }
    }

    /// Waits for it.
    consuming func result() -> MovieReader? {
        let (outcome, recording) = (outcome, recording)
        thread?.join()
        return outcome.result.withLock(\.self) ?? recording.openProxy()
    }
}

extension EditHistory {
    /// A name of this state, for as long as this process lives.
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

    /// The same with another edit.
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

    /// - Throws: `StaleRevision` where it is no more.
    fileprivate func history(of revision: String) throws -> EditHistory {
        guard self.revision == revision else { throw StaleRevision(edit: description) }
        return session.history
    }
}

// MARK: - The edit

extension OpenRecording {
    /// A decision that the page asks for.
    enum Decision: Sendable {
        case perform(EditOperation)
        /// Of a decision that the history of this revision has.
        case change(EditChange, revision: String)
        /// Of the history that has this revision.
        case undo(revision: String)
        case redo(revision: String)
    }

    /// Makes a decision, or takes one back.
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
                // By another program, and so lately that it has not been read yet.
                try session.reload()
                throw StaleRevision(edit: try take(session, of: base))
            }
            return try take(session, of: base)
        }
    }

    /// Copies an image into the recording's folder.
    /// - Returns: the copy's name.
    /// - Throws: where it is none, or cannot be copied, an error whose description is a sentence.
    func storeImage(_ bytes: [UInt8], called name: String) async throws -> String {
        try await run { [self] in try current.session.storeImage(bytes, called: name) }
    }

    /// Marks an instant in the edit.
    /// - Parameter time: in the recording's ticks; what lies beyond its end counts as its end.
    /// - Throws: as ``decide(_:)``.
    func mark(at time: Int64, name: String?) async throws -> EditDescription {
        let duration = current.session.edit.duration
        let instant = MediaTime(value: min(max(0, time), duration.value), timescale: duration.timescale)
        return try await decide(.perform(.mark(EditMark(instant, name.flatMap { TitleText(cleaning: $0) }))))
    }

    /// Reads the edit again, after it was changed elsewhere.
    /// - Returns: nil where it is as it was.
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

    /// Puts new contents in the place of those that they were made of.
    /// - Parameter remake: makes them again where others have come meanwhile, of those.
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

    /// Reads all again where the recording has grown.
    /// - Returns: whether it has.
    /// - Throws: as the initializer.
    func reload(_ recording: Recording) async throws -> Bool {
        try await run { [self] in
            let base = current
            guard Self.extent(of: recording) != base.extent || recording.state != .recording else { return false }
            _ = try install(try Self.read(recording), after: base) { _ in try Self.read(recording) }
            // One that has ended does not grow: it has another movie, of which something was removed.
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
    /// Whether there is nothing that can be played of all of it, as of an import. Blocks.
    var needsProxy: Bool {
        let contents = current
        return contents.recording.state != .recording && !ProxyMaker.hasProxy(contents.session)
    }

    /// Whether it is known that none can be made.
    var hasProxyProblem: Bool { proxyProblem.withLock { $0 != nil } }

    /// Lets the page know why there is no proxy; nil: there is one.
    func noteProxyProblem(_ sentence: String?) { proxyProblem.withLock { $0 = sentence } }

    /// Makes the proxy of a recording that needs one, or waits until another server has.
    /// - Throws: what keeps it from being made.
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

    /// How long another server is left alone that makes a proxy: it may be killed meanwhile.
    private static let proxyPause = Duration.milliseconds(500)
}

/// A request names an edit that has changed meanwhile.
struct StaleRevision: CategorizedError {
    /// What it is now.
    let edit: EditDescription

    var category: ErrorCategory { .temporary }
    var description: String { "the edit was changed elsewhere; load it again" }
}

// MARK: - Media

extension OpenRecording {
    /// The most frames that one request gets.
    private static let frameLimit = 300
    /// The most audio that one request gets, in samples.
    private static let sampleLimit = 60 * 48_000

    /// - Throws: `NoSuchMedia`.
    func videoInitialization() async throws -> [UInt8] {
        try await run { [self] in try withVideo { $0.initialization } }
    }

    /// Fragments from the frame that is shown at an instant of the edit on.
    /// - Parameter start: gives the first frame's number.
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

    /// - Throws: `NoSuchMedia`.
    func audioInitialization() async throws -> [UInt8] {
        try await run { [self] in try withAudio { $0.initialization } }
    }

    /// Fragments of what is heard.
    /// - Parameter samples: of the edit; what lies beyond it is left out.
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

    /// The frame at an instant of the edit, as an export shows it.
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

    /// Lets go of what decodes stills, where none was asked for in a while.
    func tidy() {
        stills.withLock { stills in
            if let last = stills?.lastUse, ContinuousClock.now - last > Self.stillPause { stills = nil }
        }
    }

    private static let stillPause = Duration.seconds(2)

    /// A small frame of the recording: of what is played, or else of its movie.
    /// - Parameters:
    ///   - time: in the recording's ticks.
    ///   - height: in pixels.
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

/// The recording has none of what was asked for.
enum NoSuchMedia: CategorizedError {
    case video, audio

    var category: ErrorCategory { .noInput }

    var description: String {
        switch self {
        case .video: "there is no small copy of the recording to be played yet"
        case .audio: "the recording has no audio"
        }
    }
}
