import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline
import Synchronization
import Threads

/// The contents that were last read from the recording's files.
struct RecordingContents: Sendable {
    let recording: Recording
    var session: EditSession { didSet { revision = session.history.revision } }
    /// The revision, which depends only on the operations. A recording that is closed and opened again has the
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

extension RecordingContents {
    /// Reads a recording. Blocking.
    static func read(_ recording: Recording) throws -> RecordingContents {
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
        return RecordingContents(
            recording: recording, session: session, revision: session.history.revision, frames: frames,
            video: video, videoDescription: description, audio: audio, extent: extent)
    }

    static func extent(of recording: Recording) -> Extent {
        Extent(movie: recording.movieSize(), proxy: recording.proxySize)
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

extension RecordingContents {
    var description: EditDescription {
        EditDescription(
            session, revision: revision, frames: frames?.count ?? 0, media: videoDescription?.media)
    }

    /// Returns the contents with another edit.
    func with(_ session: EditSession) throws -> Self {
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
    func history(of revision: String) throws -> EditHistory {
        guard self.revision == revision else { throw StaleRevision(edit: description) }
        return session.history
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
        thread = try? WorkerThread(named: "proxy") { [outcome] in
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
