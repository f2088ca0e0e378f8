import MediaTime
import NIOPosix
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import Synchronization

/// The peaks of a recording's audio tracks, as far as they have been read. They are stored in the recording's folder.
final class Waveforms: Sendable {
    private struct State {
        var session: EditSession
        /// The peaks of each of the session's waveform tracks.
        var peaks: [AudioPeaks]
        var isReading = false
        /// The number of times that the movie was replaced. Peaks of an earlier movie are discarded.
        var generation = 0

        var progress: Double { peaks.indices.map(progress(of:)).min() ?? 1 }

        func progress(of track: Int) -> Double {
            let count = session.edit.duration.converted(to: AudioPeaks.rate, rounding: .up).value
            return min(1, Double(peaks[track].values.count) / Double(max(1, count)))
        }
    }

    private let state: Mutex<State>

    /// Loads the stored peaks. Blocking.
    init(_ session: EditSession) { state = Mutex(State(session: session, peaks: Self.known(of: session))) }

    private static func known(of session: EditSession) -> [AudioPeaks] {
        let (known, tracks) = (WaveformFile.read(of: session.recording), session.waveformTracks)
        return known?.count == tracks.count ? known ?? [] : tracks.map { _ in AudioPeaks() }
    }

    /// Continues with a recording that has grown.
    func extend(to session: EditSession) { state.withLock { $0.session = session } }

    /// Starts again with another movie of the recording, for example after a redaction. Blocking.
    func restart(with session: EditSession) {
        let known = Self.known(of: session)
        state.withLock { state in
            (state.session, state.peaks) = (session, known)
            state.generation += 1
            state.isReading = false
        }
    }

    /// Returns the peak of a track in each of the equal parts of a range, and the fraction of the track that is
    /// known, 0...1.
    /// - Parameters:
    ///   - track: The index among the session's waveform tracks.
    ///   - range: The range of the recording.
    /// - Returns: The values, or nil if there is no such track.
    func columns(_ count: Int, of track: Int, in range: TimeRange) -> (bytes: [UInt8], progress: Double)? {
        state.withLock { state -> (bytes: [UInt8], progress: Double)? in
            guard state.peaks.indices.contains(track) else { return nil }
            let (peaks, length) = (state.peaks[track], range.duration)
            func time(_ column: Int) -> MediaTime {
                range.start
                    + MediaTime(
                        value: Int64(Int128(length.value) * Int128(column) / Int128(count)),
                        timescale: length.timescale)
            }
            let bytes = (0..<count).map { peaks.peak(in: TimeRange(start: time($0), end: time($0 + 1))) }
            return (bytes, state.progress(of: track))
        }
    }

    /// Reads all unknown parts, all tracks in parallel.
    /// - Parameter report: Called repeatedly with the fraction that is known, 0...1.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    func read(on pool: NIOThreadPool, report: @escaping @Sendable (Double) async -> Void) async throws {
        let begun = state.withLock { state -> (session: EditSession, generation: Int)? in
            guard !state.isReading, state.progress < 1 else { return nil }
            state.isReading = true
            return (state.session, state.generation)
        }
        guard let (session, generation) = begun else { return }
        defer { withState(of: generation) { $0.isReading = false } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, entry) in session.waveformTracks.enumerated() {
                group.addTask { [self] in
                    try await read(
                        entry.track, to: place, of: session, generation: generation, on: pool
                    ) { await report(progress) }
                }
            }
            try await group.waitForAll()
        }
        guard progress == 1 else { return }
        try await pool.runIfActive { [self] in
            guard session.recording.state() != .recording else { return }
            // Peaks of a movie that was replaced meanwhile must not be stored.
            _ = withState(of: generation) { WaveformFile.write($0.peaks, of: session) }
        }
    }

    /// Calls `body` with the state and returns true, unless the movie has been replaced since.
    @discardableResult
    private func withState(of generation: Int, _ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            body(&state)
            return true
        }
    }

    /// Reads a track of the movie.
    /// - Parameters:
    ///   - place: The index of the track’s peaks.
    ///   - generation: The number of the movie, which changes when the movie is replaced.
    ///   - report: Called after each part.
    private func read(
        _ track: Int, to place: Int, of session: EditSession, generation: Int, on pool: NIOThreadPool,
        report: @Sendable () async -> Void
    ) async throws {
        let known = state.withLock { $0.peaks[place] }
        let reader = try await pool.runIfActive {
            Confined(try AudioPeakReader(session.movie, track: track, duration: Self.extent(of: session), known: known))
        }
        var hasMore = true
        while hasMore, !Task.isCancelled {
            hasMore = try await pool.runIfActive { [self] in
                try reader.use { reader in
                    let hasMore = try reader.read(seconds: Self.step)
                    let peaks = reader.peaks
                    return withState(of: generation) { $0.peaks[place] = peaks } && hasMore
                }
            }
            await report()
        }
    }

    /// Returns the duration that can be read. In a recording in progress, the ends of its tracks may be missing.
    private static func extent(of session: EditSession) -> MediaTime {
        let duration = session.edit.duration
        guard session.recording.state() == .recording else { return duration }
        return max(.zero, duration - .seconds(1))
    }

    private var progress: Double { state.withLock(\.progress) }

    /// The number of seconds of audio to read at once, which takes about a second.
    private static let step = 300
}

/// The file with the peaks of a recording's audio: a magic line and the movie's size. Then, for each track, the number
/// of values and the values. Numbers are 64-bit integers, little-endian.
private enum WaveformFile {
    private static let name = Recording.waveformName
    private static let magic = Array("replay waveform 1\n".utf8)

    /// Reads the stored peaks.
    /// - Returns: The peaks, or nil if there are none for the present movie.
    static func read(of recording: Recording) -> [AudioPeaks]? {
        // If the file cannot be read, the peaks are computed again.
        guard recording.folder.contains(name), let bytes = try? recording.folder.contents(of: name),
            bytes.starts(with: magic)
        else { return nil }
        var rest = bytes[magic.count...]
        guard number(&rest) == recording.movieSize() else { return nil }
        var tracks: [AudioPeaks] = []
        while let count = number(&rest) {
            guard count >= 0, count <= rest.count else { return nil }
            tracks.append(AudioPeaks(values: Array(rest.prefix(Int(count)))))
            rest = rest.dropFirst(Int(count))
        }
        return tracks
    }

    /// Writes the peaks. Nothing is written if the recording now has another movie.
    /// - Parameter session: The session with the movie from which the peaks were read.
    static func write(_ tracks: [AudioPeaks], of session: EditSession) {
        let recording = session.recording
        let size = session.movie.fileSize
        guard size == recording.movieSize() else { return }
        var bytes = magic + size.bytes
        for track in tracks { bytes += Int64(track.values.count).bytes + track.values }
        // If this fails, the peaks are computed again later.
        try? recording.folder.replace(name, with: bytes, isDurable: false)
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        guard bytes.count >= 8 else { return nil }
        defer { bytes = bytes.dropFirst(8) }
        return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension Int64 {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}
