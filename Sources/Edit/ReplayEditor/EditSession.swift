import Files
import Glibc
public import MediaTime
public import ReplayLibrary
package import ReplayMovie
public import ReplayTimeline

/// The edit of one recording: reads it, changes it, writes it. The movie is never touched.
///
/// Several sessions, in one process or many, may change an edit at once: each change is made to what is stored then.
public struct EditSession: Sendable {
    /// The recording that is edited.
    public let recording: Recording
    /// The decisions so far, the undone ones included.
    public var history: EditHistory { stored.history }
    /// What of the stored edit reaches beyond the recording, and was left out, in a sentence; nil where nothing does.
    public let warning: String?
    /// The recording's movie, as it was when the session began.
    package let movie: MovieReader
    /// When the recording's frames come on the screen, in ticks, ascending.
    package let frameTimes: [Int64]
    /// The size of the frame as it is shown, in pixels, even: rectangles are within it.
    public let frameSize: (width: Int, height: Int)
    /// The recording's audio that effects can be made on by name.
    public let audioTracks: Set<AudioEffect.Track>
    /// Whether it was recorded where the pointer is.
    public let hasPointer: Bool
    private let timescale: Int32
    private var stored: StoredEdit

    /// Opens the edit of a recording; one without decisions keeps everything.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`, `EditError`.
    public init(_ recording: Recording) throws {
        try recording.checkIsNotRedacted()
        movie = try recording.openMovie()
        let index = movie.index
        guard let track = index.videoTrack, case let video = index.tracks[track], !video.samples.isEmpty else {
            throw MovieError(path: recording.displayName, reason: .noVideo)
        }
        self.recording = recording
        frameTimes = video.samples.map(\.pts).sorted()
        timescale = video.timescale
        let shown = movie.streams[track].shownSize
        frameSize = (shown.width & ~1, shown.height & ~1)
        audioTracks = Set(
            index.audioTracks.compactMap { [movie] in AudioSource(trackTitle: movie.streams[$0].title)?.editedTrack })
        hasPointer = try recording.hasPointerEntries
        let duration = recording.duration(of: index).converted(to: timescale, rounding: .up)
        stored = try Self.stored(recording, duration)
        warning =
            stored.isLimited
            ? "the edit of “\(recording.displayName)” is of a longer recording; it is taken as far as this one goes, "
                + duration.timecode() : nil
    }

    /// What is stored, or an empty history, of a recording that is `duration` long.
    /// - Parameter known: what was stored before: a long history takes long to read, and seldom is another.
    private static func stored(
        _ recording: Recording, _ duration: MediaTime, known: StoredEdit? = nil
    ) throws -> StoredEdit {
        guard recording.folder.contains(EditDocument.fileName) else {
            return StoredEdit(bytes: [], history: try recording.initialHistory(duration))
        }
        let bytes = try recording.folder.contents(of: EditDocument.fileName)
        if let known, known.bytes == bytes, known.history.edit.duration == duration { return known }
        let history = try recording.folder.decode(EditDocument.self, bytes, named: EditDocument.fileName).history
        if history.edit.duration > duration {
            return StoredEdit(bytes: bytes, history: try history.limited(to: duration), isLimited: true)
        }
        // Ticks of another clock, as a file from elsewhere may have them, need have no sum with the movie's.
        let isSame = history.edit.duration == duration && history.edit.timescale == duration.timescale
        return StoredEdit(bytes: bytes, history: isSame ? history : try history.extended(to: duration))
    }

    /// What is kept.
    public var edit: Edit { history.edit }

    /// When the frame of this number, from 0, comes on the screen; nil where there is none. One past the last
    /// is the recording's end, so that a range can end there.
    public func frameTime(_ number: Int) -> MediaTime? {
        guard number != frameTimes.count else { return edit.duration }
        guard frameTimes.indices.contains(number) else { return nil }
        return MediaTime(validating: frameTimes[number], timescale: Int64(timescale))
    }

    /// Adds decisions and writes them down, all or none.
    /// - Throws: `EditError` where one cannot be; `FileSystemError`.
    public mutating func perform(_ operations: EditOperation...) throws { try perform(operations) }

    /// As `perform(_:)`, for any number of decisions. They are undone together.
    public mutating func perform(_ operations: [EditOperation]) throws {
        try change(operations.map { .perform($0) })
    }

    /// Changes decisions that were made, or makes new ones, and writes that down, all or none. They are undone together.
    /// - Parameters:
    ///   - changes: in the order in which they are made; only what they amount to must be possible.
    ///   - known: what the history must still be, so that numbers mean what they did; nil: anything.
    /// - Throws: `EditError` where one cannot be; `EditHistoryError` where the history is another meanwhile;
    ///   `FileSystemError`.
    public mutating func change(_ changes: [EditChange], from known: EditHistory? = nil) throws {
        for change in changes { try check(change) }
        try change { history in
            try history.require(known)
            guard let first = changes.first else { return }
            try history.change(changes.count == 1 ? first : .all(changes))
        }
    }

    private func check(_ change: EditChange) throws(EditError) {
        switch change {
        case .perform(let operation), .replace(_, let operation): try check(operation)
        case .all(let changes): for change in changes { try check(change) }
        case .remove, .enable: break
        }
    }

    /// - Throws: `EditError` for a rectangle beyond the frame, and for what the recording does not have.
    package func check(_ operation: EditOperation) throws(EditError) {
        try operation.check(frameWidth: frameSize.width, height: frameSize.height)
        if case .camera = operation, movie.cameraTrack == nil { throw .noCamera }
        if case .audio(let effect) = operation, let track = effect.track, !audioTracks.contains(track) {
            throw .noAudio(track)
        }
        if case .pointer = operation, !hasPointer { throw .noPointer }
        if case .video(let effect) = operation, let image = effect.image, !recording.folder.contains(image.name) {
            throw .noImage(image)
        }
        if case .captions(let captions) = operation, !recording.folder.contains(captions.name) {
            throw .noCaptions(captions.name)
        }
    }

    /// Takes the last decision back.
    /// - Parameter known: what the history must still be; nil: anything.
    /// - Throws: `EditHistoryError` where there is none, or the history is another meanwhile; `FileSystemError`.
    public mutating func undo(from known: EditHistory? = nil) throws {
        try change { history in
            try history.require(known)
            try history.undo()
        }
    }

    /// Makes the decision again that was last taken back.
    /// - Parameter known: as in `undo(from:)`.
    /// - Throws: as `undo(from:)`.
    public mutating func redo(from known: EditHistory? = nil) throws {
        try change { history in
            try history.require(known)
            try history.redo()
        }
    }

    /// Reads what is stored, after another session may have changed it.
    /// - Throws: `FileSystemError`, `DocumentError`, `EditError`.
    public mutating func reload() throws {
        stored = try recording.folder.exclusively(limit: Self.lockTimeout) {
            try Self.stored(recording, history.edit.duration, known: stored)
        }
    }

    private mutating func change(_ body: (inout EditHistory) throws -> Void) throws {
        let duration = history.edit.duration
        stored = try recording.folder.exclusively(limit: Self.lockTimeout) {
            var changed = try Self.stored(recording, duration, known: stored).history
            try body(&changed)
            try recording.folder.removeUnfinished(of: EditDocument.fileName)
            let bytes = try recording.folder.contents(for: EditDocument(history: changed))
            try recording.folder.replace(EditDocument.fileName, with: bytes)
            return StoredEdit(bytes: bytes, history: changed)
        }
    }

    /// Longer than it takes to write an edit, in milliseconds.
    private static let lockTimeout = 5000
}

/// What a file of an edit held, and what that means.
private struct StoredEdit {
    let bytes: [UInt8]
    let history: EditHistory
    /// Whether it is of a longer recording.
    var isLimited = false
}

extension Recording {
    /// Whether anybody has edited it.
    package var isEdited: Bool { folder.contains(EditDocument.fileName) }
}

extension Recording {
    /// The history of a recording that nobody has edited. After the recorded window was closed the movie only repeats its last
    /// frame, so that is trimmed away; undo brings it back.
    /// - Throws: `FileSystemError`, `EditError`.
    fileprivate func initialHistory(_ duration: MediaTime) throws -> EditHistory {
        var history = try EditHistory(duration: duration)
        guard facts.ending?.reason == .windowClosed,
            let closing = try events().last(where: { $0.kind == .windowClosed })?.time
        else { return history }
        let end = closing.converted(to: duration.timescale, rounding: .down)
        if end > .zero, end < duration { try history.perform(.trim(TimeRange(start: .zero, end: end))) }
        return history
    }
}

extension EditHistory {
    fileprivate func require(_ known: EditHistory?) throws(EditHistoryError) {
        if let known, !known.hasSameChanges(as: self) { throw .changed }
    }
}

/// The contents of `edit.json`: the decisions about a recording and their history.
package struct EditDocument: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable { case version, history }
    /// 2: decisions other than trims and cuts, and changes to them.
    package static let currentVersion = 2
    package static let fileName = "edit.json"

    package let version: Int
    package var history: EditHistory

    package var isLong: Bool { history.changes.reduce(0) { $0 + $1.count } > Self.maxIndented }

    /// How many changes a person may want to look at.
    private static let maxIndented = 1000

    package init(history: EditHistory) {
        version = Self.currentVersion
        self.history = history
    }
}
