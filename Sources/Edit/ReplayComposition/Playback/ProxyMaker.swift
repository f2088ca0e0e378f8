import Descriptors
import FFmpeg
package import Files
import Glibc
import MediaTime
package import ReplayEditor
import ReplayLibrary
package import ReplayMovie
import ReplayTimeline

/// Functions that make the proxy of a recording without one. It was imported, or its recorder wrote none.
package enum ProxyMaker {
    /// The duration of a fragment of the proxy, in seconds.
    private static let fragmentSeconds: Int64 = 1

    /// Returns true if a finished recording has a proxy that shows all of it. Blocks.
    package static func hasProxy(_ session: EditSession) -> Bool {
        // A proxy that cannot be read counts as missing.
        (try? MovieReader.open(Recording.proxyName, in: session.recording.folder)).map { isWhole($0, of: session) }
            ?? false
    }

    /// Returns true if an open proxy shows all of a finished recording.
    package static func isWhole(_ proxy: MovieReader, of session: EditSession) -> Bool {
        guard proxy.hasFrames, !proxy.index.isDamaged,
            let track = proxy.index.videoTrack.map({ proxy.index.tracks[$0] })
        else { return false }
        let timescale = session.edit.timescale
        let (end, last) = (MediaTime(value: track.end, timescale: track.timescale), session.frameTimes.last ?? 0)
        let missing = last - end.converted(to: timescale, rounding: .up).value
        return missing <= min(last / 10, Int64(timescale) * tolerance)
    }

    /// The maximum duration that may be missing at a proxy's end, in seconds, for example after a crash.
    private static let tolerance: Int64 = 2

    /// Makes the proxy by decoding the whole movie. Blocks: an hour of 1080p takes about ten minutes. The unfinished
    /// proxy can be read under `Recording.unfinishedProxyName` meanwhile. An existing proxy that does not show all of
    /// the recording is replaced.
    /// - Parameter isCancelled: A function that is called before each frame. True stops the work and removes the
    ///   unfinished proxy.
    /// - Returns: False if another process is making the proxy.
    /// - Throws: `FileSystemError`, `MovieError`, or `FFmpegError`.
    package static func make(for session: EditSession, isCancelled: () -> Bool) throws -> Bool {
        let folder = session.recording.folder
        guard let lock = try ProxyLock.take(in: folder) else { return false }
        try withExtendedLifetime(lock) { try make(for: session, in: folder, isCancelled) }
        return true
    }

    private static func make(for session: EditSession, in folder: Directory, _ isCancelled: () -> Bool) throws {
        guard !hasProxy(session) else { return }
        let name = Recording.unfinishedProxyName
        for old in [Recording.proxyName, name] where folder.contains(old) { try folder.remove(old) }
        do {
            guard try write(name, session: session, isCancelled: isCancelled) else { return try folder.remove(name) }
            try folder.renameNew(name, to: Recording.proxyName)
        } catch {
            // The unfinished file would only take disk space, which may be what is missing.
            try? folder.remove(name)
            throw error
        }
    }

    /// Writes the proxy.
    /// - Returns: False if it was cancelled.
    private static func write(_ name: String, session: EditSession, isCancelled: () -> Bool) throws -> Bool {
        let movie = session.movie
        let track = try movie.requiredVideoTrack(of: session.recording)
        let composition = try Composition(
            session, edit: try Edit(duration: session.edit.duration),
            limits: FrameSizeLimits(maxWidth: Recording.proxyWidth), camera: nil)
        let timescale = movie.index.tracks[track].timescale
        let composer = FrameComposer(
            composition, timescale: timescale, pixelAspect: movie.streams[track].parameters.sampleAspectRatio)
        let encoder = try Encoder.video(
            .proxy(
                width: composition.width, height: composition.height, pixelFormat: .yuv420p,
                colours: composition.colours,
                timeBase: .oneOver(timescale)))
        let writer = try MovieWriter(
            name, in: session.recording.folder,
            tracks: [MovieTrack(parameters: encoder.parameters, timeBase: encoder.timeBase, title: "Proxy")],
            start: .together)
        let reader = try FrameReader(movie, track: track)
        try reader.seek(to: 0, from: 0)
        let end = session.edit.duration.value
        var pace = Pace(timescale: Int64(timescale))
        var fragmentEnd = Int64(timescale) * fragmentSeconds
        while let frame = reader.current {
            guard !isCancelled() else { return false }
            let time = reader.currentTime ?? 0
            let next = reader.nextTime ?? max(end, time + 1)
            if pace.takes(time, until: next) {
                if time >= fragmentEnd {
                    try writer.endFragment()
                    fragmentEnd = time + Int64(timescale) * fragmentSeconds
                }
                let image = try composer.compose(frame, camera: nil, at: time).stamped(pts: time, isKeyframe: true)
                var packets = encoder.packets(of: image)
                while var packet = try packets.next() {
                    packet.streamIndex = 0
                    packet.duration = next - time
                    try writer.write(packet)
                }
            }
            try reader.advance()
        }
        try writer.finish()
        return true
    }
}

/// A filter that chooses the frames of a proxy: at most about 30 frames per second.
private struct Pace {
    private static let framesPerSecond: Int64 = 30
    /// The time scale, in ticks per second.
    let timescale: Int64
    private var last: Int64?

    init(timescale: Int64) { self.timescale = timescale }

    /// Returns true if the proxy includes a frame. Frames that follow each other quickly are too short to be missed.
    /// - Parameters:
    ///   - time: The time of the frame.
    ///   - next: The time of the next frame.
    mutating func takes(_ time: Int64, until next: Int64) -> Bool {
        // The interval may be a tenth shorter, for times that are rounded or jitter.
        let isDue = last.map { (time - $0) * Self.framesPerSecond * 10 >= timescale * 9 } ?? true
        guard isDue || (next - time) * Self.framesPerSecond >= timescale else { return false }
        last = time
        return true
    }
}

/// A lock that is held while a proxy is made, so that only one process makes it.
package struct ProxyLock: ~Copyable {
    private static let name = "proxy.lock"
    private let folder: Directory
    private let file: OwnedDescriptor

    /// Takes the lock.
    /// - Returns: The lock, or nil if another process holds it.
    package static func take(in folder: Directory) throws(FileSystemError) -> ProxyLock? {
        let file = try folder.openFile(name, mode: .readWrite, options: .create)
        guard Directory.lock(file) != .held else { return nil }
        return ProxyLock(folder: folder, file: file)
    }

    // A process that opens the lock file at this moment finds the proxy. A lock file that cannot be removed does no
    // harm.
    deinit { try? folder.remove(Self.name) }
}
