public import AudioSources
import Files
import Glibc
public import MediaTime
public import ReplayLibrary
package import ReplayMovie
public import ReplayTimeline

/// The edit of one recording. A session reads, changes and writes it. It never changes the movie.
///
/// Several sessions, in one or more processes, may change an edit at once. Each change applies to the stored edit.
public struct EditSession: Sendable {
    /// The recording.
    public let recording: Recording
    /// The history of the edit, including undone changes.
    public var history: EditHistory { stored.history }
    /// A warning, or nil. It says that the stored edit reaches beyond the recording and was limited to it. Or less is shown than
    /// was recorded, because a file is damaged.
    public let warning: String?
    /// The recording's movie at the start of the session.
    package let movie: MovieReader
    /// The presentation times of the recording's frames, in ticks, ascending.
    package let frameTimes: [Int64]
    /// The size of displayed frames in pixels, rounded down to even numbers. Rectangles must lie within this size.
    public let frameSize: (width: Int, height: Int)
    /// The audio tracks of the recording to which an effect can apply.
    public let audioTracks: Set<AudioSource>
    /// True if the recording has pointer data.
    public let hasPointer: Bool
    /// True if the pointer was recorded apart from the frames.
    package let hasPointerApart: Bool
    /// True if the recording has shortcuts.
    package let hasKeys: Bool
    private let timescale: Int32
    private var stored: StoredEdit

    /// Opens the edit of a recording. An edit without operations keeps everything.
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
            index.audioTracks.compactMap { [movie] in AudioSource(trackTitle: movie.streams[$0].title) })
        hasPointer = try recording.hasPointerEntries
        hasPointerApart = try recording.hasPointerApart
        hasKeys = try !recording.entries(of: KeyEntry.self).isEmpty
        let duration = recording.duration(of: index).converted(to: timescale, rounding: .up)
        stored = try Self.stored(in: recording, duration: duration)
        let limit =
            stored.isLimited
            ? "the edit of “\(recording.displayName)” was made for a longer recording; it is applied up to the end of this one, "
                + duration.timecode() : nil
        let sentences = try [limit].compactMap(\.self) + recording.missingParts(of: stored.history.edit)
        warning = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    /// Returns the stored history of a recording with this duration, or an initial one.
    /// - Parameter known: The edit that was read last. It is reused if the file is unchanged, because a long history
    ///   takes long to read.
    private static func stored(
        in recording: Recording, duration: MediaTime, known: StoredEdit? = nil
    ) throws -> StoredEdit {
        guard recording.folder.contains(EditDocument.fileName) else {
            return StoredEdit(bytes: [], history: try recording.initialHistory(duration))
        }
        let bytes = try recording.folder.contents(of: EditDocument.fileName)
        if let known, known.bytes == bytes, known.history.edit.duration == duration { return known }
        let history = try recording.folder.decode(EditDocument.self, from: bytes, named: EditDocument.fileName).history
        if history.edit.duration > duration {
            return StoredEdit(bytes: bytes, history: try history.limited(to: duration), isLimited: true)
        }
        // The file may come from elsewhere and use another timescale, whose ticks cannot always be added to
        // the movie's.
        let isSame = history.edit.duration == duration && history.edit.timescale == duration.timescale
        return StoredEdit(bytes: bytes, history: isSame ? history : try history.extended(to: duration))
    }

    /// The edit that the operations produce.
    public var edit: Edit { history.edit }

    /// Returns the presentation time of a frame, numbered from 0, or nil if there is no such frame. The number after
    /// the last frame yields the end of the recording, so that a range can end there.
    public func frameTime(_ number: Int) -> MediaTime? {
        guard number != frameTimes.count else { return edit.duration }
        guard frameTimes.indices.contains(number) else { return nil }
        return MediaTime(validating: frameTimes[number], timescale: Int64(timescale))
    }

    /// Adds operations and stores them, all or none.
    /// - Throws: `EditError` if an operation is not valid; `FileSystemError`.
    public mutating func perform(_ operations: EditOperation...) throws { try perform(operations) }

    /// Adds any number of operations and stores them, all or none. They are undone together.
    public mutating func perform(_ operations: [EditOperation]) throws {
        try change(operations.map { .perform($0) })
    }

    /// Changes existing operations or adds new ones, and stores the result, all or none. The changes are
    /// undone together.
    /// - Parameters:
    ///   - changes: The changes, in order. Only their result must be valid, not each step.
    ///   - known: The history to which the numbers in `changes` refer, or nil to accept any stored history.
    /// - Throws: `EditError` if a change is not valid; `EditHistoryError` if the stored history is not
    ///   `known`; `FileSystemError`.
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

    /// Checks that the recording has everything to which an operation refers.
    /// - Throws: `EditError` for a rectangle beyond the frame, or for a track, image or captions that are missing.
    package func check(_ operation: EditOperation) throws(EditError) {
        try operation.check(frameWidth: frameSize.width, height: frameSize.height)
        if case .camera = operation, movie.cameraTrack == nil { throw .noCamera }
        if case .audio(let effect) = operation, let track = effect.track, !audioTracks.contains(track) {
            throw .noAudio(track)
        }
        if operation.needsPointer, !hasPointer { throw .noPointer }
        if operation.needsKeys, !hasKeys {
            throw recording.folder.size(of: KeyEntry.fileName) > 0 ? .damagedKeys : .noKeys
        }
        if operation.needsPointerApart, !hasPointerApart { throw .pointerInFrames }
        if let image = operation.image, !recording.folder.contains(image.name) { throw .noImage(image) }
        if case .captions(let captions) = operation, !recording.folder.contains(captions.name) {
            throw .noCaptions(captions.name)
        }
    }

    /// Undoes the last change.
    /// - Parameter known: The expected history, or nil to accept any stored history.
    /// - Throws: `EditHistoryError` if there is nothing to undo, or if the stored history is not
    ///   `known`; `FileSystemError`.
    public mutating func undo(from known: EditHistory? = nil) throws {
        try change { history in
            try history.require(known)
            try history.undo()
        }
    }

    /// Redoes the change that was undone last.
    /// - Parameter known: The expected history, or nil to accept any stored history.
    /// - Throws: `EditHistoryError` if there is nothing to redo, or if the stored history is not
    ///   `known`; `FileSystemError`.
    public mutating func redo(from known: EditHistory? = nil) throws {
        try change { history in
            try history.require(known)
            try history.redo()
        }
    }

    /// Reads the stored edit again, because another session may have changed it.
    /// - Throws: `FileSystemError`, `DocumentError`, `EditError`.
    public mutating func reload() throws {
        stored = try recording.folder.exclusively(limit: Self.lockTimeout) {
            try Self.stored(in: recording, duration: history.edit.duration, known: stored)
        }
    }

    private mutating func change(_ body: (inout EditHistory) throws -> Void) throws {
        let duration = history.edit.duration
        stored = try recording.folder.exclusively(limit: Self.lockTimeout) {
            var changed = try Self.stored(in: recording, duration: duration, known: stored).history
            try body(&changed)
            try recording.folder.removeUnfinished(of: EditDocument.fileName)
            let bytes = try recording.folder.contents(for: EditDocument(history: changed))
            try recording.folder.replace(EditDocument.fileName, with: bytes)
            return StoredEdit(bytes: bytes, history: changed)
        }
    }

    /// The timeout in milliseconds; longer than writing an edit takes.
    private static let lockTimeout = 5000
}

/// The contents of the edit's file, and the history in it.
private struct StoredEdit {
    let bytes: [UInt8]
    let history: EditHistory
    /// True if the file's edit belongs to a longer recording and was limited.
    var isLimited = false
}

extension Recording {
    /// True if the recording has a stored edit.
    package var isEdited: Bool { folder.contains(EditDocument.fileName) }
}

extension Recording {
    /// Returns the history of a recording without edits. If the recorded window was closed, the movie then only repeats
    /// its last frame. That part is trimmed, and undo restores it.
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

/// The contents of `edit.json`: the operations on a recording and their history.
package struct EditDocument: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable { case version, history }
    /// Version 2 added operations other than trims and cuts, and changes to operations.
    package static let currentVersion = 2
    package static let fileName = "edit.json"

    package let version: Int
    package var history: EditHistory

    package var isLong: Bool { history.changes.reduce(0) { $0 + $1.count } > Self.maxIndented }

    /// The maximum number of changes for which the file is indented, for human readers.
    private static let maxIndented = 1000

    package init(history: EditHistory) {
        version = Self.currentVersion
        self.history = history
    }
}
