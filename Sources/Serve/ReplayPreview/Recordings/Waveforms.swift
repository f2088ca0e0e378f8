import MediaTime
import NIOPosix
import ReplayEditor
import ReplayExporter
import ReplayLibrary
import ReplayMovie
import Synchronization

/// How loud the audio tracks of a recording are, as far as they were read. What was read is kept in the recording's folder.
final class Waveforms: Sendable {
    private struct State {
        var session: EditSession
        /// One for each of the session's waveform tracks.
        var peaks: [AudioPeaks]
        var isReading = false
        /// How often the movie was replaced: what was read of another one is not kept.
        var generation = 0

        var progress: Double { peaks.indices.map(progress(of:)).min() ?? 1 }

        func progress(of track: Int) -> Double {
            let count = session.edit.duration.converted(to: AudioPeaks.rate, rounding: .up).value
            return min(1, Double(peaks[track].values.count) / Double(max(1, count)))
        }
    }

    private let state: Mutex<State>

    /// Blocks.
    init(_ session: EditSession) { state = Mutex(State(session: session, peaks: Self.known(of: session))) }

    private static func known(of session: EditSession) -> [AudioPeaks] {
        let (known, tracks) = (WaveformFile.read(of: session.recording), session.waveformTracks)
        return known?.count == tracks.count ? known ?? [] : tracks.map { _ in AudioPeaks() }
    }

    /// The recording has grown.
    func extend(to session: EditSession) { state.withLock { $0.session = session } }

    /// The recording has another movie, as after a redaction. Blocks.
    func restart(with session: EditSession) {
        let known = Self.known(of: session)
        state.withLock { state in
            (state.session, state.peaks) = (session, known)
            state.generation += 1
            state.isReading = false
        }
    }

    /// How loud a track is in each of the equal parts of a range, and how much of the track is known, 0...1.
    /// - Parameters:
    ///   - track: its place among the session's waveform tracks.
    ///   - range: of the recording.
    /// - Returns: nil where there is no such track.
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

    /// Reads what is not known yet, all tracks side by side.
    /// - Parameter report: called from time to time with how much is known, 0...1.
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
                    try await read(place, entry.track, of: session, generation, on: pool) { await report(progress) }
                }
            }
            try await group.waitForAll()
        }
        guard session.recording.state != .recording, progress == 1 else { return }
        try await pool.runIfActive { [self] in
            // Of a movie that was replaced meanwhile nothing may stay.
            _ = withState(of: generation) { WaveformFile.write($0.peaks, of: session) }
        }
    }

    /// Does something with the state unless the movie was replaced since; says whether it was not.
    @discardableResult
    private func withState(of generation: Int, _ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            guard state.generation == generation else { return false }
            body(&state)
            return true
        }
    }

    private func read(
        _ place: Int, _ track: Int, of session: EditSession, _ generation: Int, on pool: NIOThreadPool,
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

    /// How much can be read: of a recording that is being made, the ends of its tracks may be still to come.
    private static func extent(of session: EditSession) -> MediaTime {
        let duration = session.edit.duration
        guard session.recording.state == .recording else { return duration }
        return max(.zero, duration - .seconds(1))
    }

    private var progress: Double { state.withLock(\.progress) }

    /// Seconds that are read at once: a second's work.
    private static let step = 300
}

/// What was read of a recording's audio, in its folder: a name, the movie's size, and the values of each track behind their
/// number; numbers have 64 bits, the lowest byte first.
private enum WaveformFile {
    private static let name = Recording.waveformName
    private static let magic = Array("replay waveform 1\n".utf8)

    /// - Returns: nil where there is none that belongs to the movie as it is.
    static func read(of recording: Recording) -> [AudioPeaks]? {
        // What cannot be read is made anew.
        guard recording.folder.contains(name), let bytes = try? recording.folder.contents(of: name),
            bytes.starts(with: magic)
        else { return nil }
        var rest = bytes[magic.count...]
        guard number(&rest) == recording.movieSize else { return nil }
        var tracks: [AudioPeaks] = []
        while let count = number(&rest) {
            guard count >= 0, count <= rest.count else { return nil }
            tracks.append(AudioPeaks(values: Array(rest.prefix(Int(count)))))
            rest = rest.dropFirst(Int(count))
        }
        return tracks
    }

    /// - Parameter session: that has the movie of which they were read; nothing is written where the recording has another.
    static func write(_ tracks: [AudioPeaks], of session: EditSession) {
        let recording = session.recording
        let size = session.movie.fileSize
        guard size == recording.movieSize else { return }
        var bytes = magic + size.bytes
        for track in tracks { bytes += Int64(track.values.count).bytes + track.values }
        // Without it, they are read once more.
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
