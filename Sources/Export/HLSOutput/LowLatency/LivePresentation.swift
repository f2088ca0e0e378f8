package import Files
package import HLSPlaylist
import Synchronization

/// A live presentation that viewers fetch while it is made. One thread adds parts; any task may read.
package final class LivePresentation: Sendable {
    /// A rendition of the presentation.
    package enum Rendition: String, CaseIterable, Sendable {
        case video, audio
        /// The keyframes of the video, for fast forward.
        case iframes

        /// The rendition whose media this one has.
        fileprivate var source: Rendition { self == .iframes ? .video : self }
    }

    private struct State {
        var windows: [Rendition: LiveWindow] = [:]
        var headers: [Rendition: [UInt8]] = [:]
        var main: MultivariantPlaylist?
        var isPaused = false
        /// The number of changes, by which a task notices one between two calls.
        var version = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let renditions: [Rendition]
    private let spools: [Rendition: MediaSpool]
    private let state: Mutex<State>

    /// - Parameters:
    ///   - length: The duration of the window, in ticks of 1/90,000 s.
    ///   - folder: The folder whose file system gets the media, in files without names.
    /// - Throws: `FileSystemError`.
    init(_ renditions: [Rendition], length: Int64, in folder: Directory) throws(FileSystemError) {
        self.renditions = renditions
        var spools: [Rendition: MediaSpool] = [:]
        for rendition in renditions { spools[rendition] = try MediaSpool(in: folder) }
        self.spools = spools
        state = Mutex(State())
        state.withLock { state in for rendition in renditions { state.windows[rendition] = LiveWindow(length: length) }
        }
    }

    /// Changes the window of a rendition, and wakes the tasks that wait.
    func update<Result>(_ rendition: Rendition, _ change: (inout LiveWindow) -> Result) -> Result? {
        defer { wake() }
        return state.withLock { state in
            guard var window = state.windows[rendition] else { return nil }
            defer { state.windows[rendition] = window }
            return change(&window)
        }
    }

    /// Adds a part to the last segment of a rendition.
    /// - Parameters:
    ///   - keyframe: The size of its first fragment, if that is a keyframe alone; otherwise nil.
    ///   - completesSegment: True if the part is the last one of its segment.
    func append(
        _ bytes: [UInt8], to rendition: Rendition, duration: Int64, isIndependent: Bool, keyframe: Int?,
        completesSegment: Bool
    ) throws(FileSystemError) {
        guard let range = try spools[rendition]?.append(bytes) else { return }
        let part = LiveWindow.Part(
            duration: duration, isIndependent: isIndependent, range: range,
            keyframe: keyframe.map { range.lowerBound..<range.lowerBound + Int64($0) })
        let needed = update(rendition) { window in
            window.append(part, completesSegment: completesSegment)
            return window.neededOffset
        }
        if completesSegment, let needed { spools[rendition]?.discard(before: needed) }
    }

    /// Reads a range of a rendition's media. Call it on a thread that may block.
    package func bytes(_ range: Range<Int64>, of rendition: Rendition) throws(FileSystemError) -> [UInt8] {
        try spools[rendition.source]?.bytes(range) ?? []
    }

    func setHeader(_ bytes: [UInt8], of rendition: Rendition) { state.withLock { $0.headers[rendition] = bytes } }

    func setMain(_ playlist: MultivariantPlaylist) { state.withLock { $0.main = playlist } }

    /// True if nothing is added because the owner has paused. A change wakes the tasks that wait.
    package var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set {
            let isChanged = state.withLock { state in
                defer { state.isPaused = newValue }
                return state.isPaused != newValue
            }
            if isChanged { wake() }
        }
    }

    /// Wakes the tasks that wait, so that they look at the clock.
    package func wake() {
        let waiting = state.withLock { state in
            state.version += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// The number of changes so far.
    package var version: Int { state.withLock { $0.version } }

    /// Waits until there were more than `version` changes: something was added, or `wake()` was called.
    package func change(after version: Int) async {
        await withCheckedContinuation { task in
            let isOver = state.withLock { state in
                guard state.version == version else { return true }
                state.waiting.append(task)
                return false
            }
            if isOver { task.resume() }
        }
    }

    /// Returns the window of a rendition; nil if the presentation has no such rendition.
    package func window(_ rendition: Rendition) -> LiveWindow? { state.withLock { $0.windows[rendition.source] } }

    /// Returns the range of a complete segment's media, or of its keyframe; nil if it is not available.
    package func range(ofSegment number: Int, of rendition: Rendition) -> Range<Int64>? {
        let window = window(rendition)
        return rendition == .iframes ? window?.keyframe(ofSegment: number) : window?.range(ofSegment: number)
    }

    /// Returns the header of a rendition; nil before its first part.
    package func header(_ rendition: Rendition) -> [UInt8]? { state.withLock { $0.headers[rendition] } }

    /// The multivariant playlist; nil until all renditions can be played.
    package var main: MultivariantPlaylist? {
        state.withLock { state in renditions.allSatisfy { state.windows[$0]?.isPlayable ?? false } ? state.main : nil }
    }

    /// Returns the playlist of a rendition; nil before its first part.
    package func playlist(_ rendition: Rendition, isDelta: Bool) -> MediaPlaylist? {
        state.withLock { state in
            guard let window = state.windows[rendition.source], window.isPlayable else { return nil }
            guard rendition != .iframes else { return window.framePlaylist }
            let reports = renditions.filter { $0 != rendition }.compactMap { other in
                state.windows[other]?.lastPart.map {
                    RenditionReport(uri: "../\(other.rawValue)/index.m3u8", lastMSN: $0.segment, lastPart: $0.part)
                }
            }
            return window.playlist(isDelta: isDelta, reports: reports)
        }
    }
}
