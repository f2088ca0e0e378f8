import AudioSources
import FFmpeg
import Files
import Glibc
package import ReplayLibrary
package import ReplayMovie

extension RecordingSession {
    /// The disk space reserved for completing the movie, in bytes: more than a fragment and the data beside it.
    private static let reservedBytes: Int64 = 8 << 20
    /// The free space, in bytes, that a recording needs in addition at its beginning.
    private static let leastFreeBytes: Int64 = 32 << 20

    /// Creates the recording's folder and begins its movie.
    /// - Parameters:
    ///   - followsHostClock: True to replace audio that is late by silence. Otherwise only the times of the samples
    ///     determine where silence is.
    ///   - link: The objects that the session shares with its tracks.
    ///   - camera: The camera's track, which becomes the last one.
    ///   - onEvent: Called on a thread of the session.
    /// - Returns: The session, and the video track, which belongs to the thread that paints it.
    /// - Throws: `FileSystemError`, `FFmpegError`, `CaptureError`. No recording is left then.
    package static func begin(
        _ facts: RecordingFacts, in library: RecordingLibrary, format: Format, followsHostClock: Bool = true,
        link: SessionLink = SessionLink(), camera: CameraTrack? = nil,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        if let free = library.freeBytes(), free < leastFreeBytes + reservedBytes {
            throw FileSystemError(
                ENOSPC, operation: "begin a recording in", subject: library.path,
                reason:
                    "only \(free >> 20) MB are free on its disk, but \((leastFreeBytes + reservedBytes) >> 20) MB are required"
            )
        }
        let (recording, lock) = try library.create(facts)
        do {
            return try open(
                recording, lock: lock, format: format, origin: MovieOrigin(), followsHostClock: followsHostClock,
                link: link, camera: camera,
                onEvent: onEvent)
        } catch {
            // The original error is reported. If the folder remains, the next command treats it as an interrupted
            // recording.
            try? library.remove(facts.id)
            throw error
        }
    }

    /// Continues a recording that had ended.
    /// - Parameters:
    ///   - lock: The recording's lock.
    ///   - index: The index of its movie.
    ///   - format: The format, with the movie's own size and audio tracks.
    /// - Throws: `MovieError`, `FileSystemError`, `FFmpegError`. The recording is unchanged then.
    package static func resume(
        _ recording: Recording, lock: RecordingLock, index: MovieIndex, format: Format,
        link: SessionLink, camera: CameraTrack?, onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        // The recording has no ending from here on. If this recorder dies, its length must be determined again.
        var facts = recording.facts
        facts.ending = nil
        try recording.folder.write(facts)
        do {
            return try open(
                recording, lock: lock, format: format,
                origin: MovieOrigin(continuing: index, after: recording.facts.ending),
                followsHostClock: true, link: link, camera: camera, onEvent: onEvent)
        } catch {
            // Without an ending it counts as interrupted, and its length is determined again.
            try? recording.folder.write(recording.facts)
            throw error
        }
    }

    private static func open(
        _ recording: Recording, lock: RecordingLock, format: Format, origin: MovieOrigin,
        followsHostClock: Bool, link: SessionLink, camera: CameraTrack?,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        let (queue, control) = (link.queue, link.control)
        let video = try VideoTrack(
            width: format.width, height: format.height, framesPerSecond: format.framesPerSecond, link: link)
        let mix = try format.hasMix ? audioMix(of: format.audio, origin: origin, queue: queue) : nil
        let audioTracks = try format.audio.enumerated().map { place, kind in
            try AudioTrack(
                kind, streamIndex: place + 1, control: control, origin: origin.audioEnd(place), mix: mix)
        }
        let proxyOutput = addProxy(to: video, of: recording, format, origin: origin, queue: queue, onEvent: onEvent)
        let reserve = try DiskReserve(bytes: reservedBytes, in: recording.folder)
        do {
            let journal = RecordingJournal(recording, lock: lock, onEvent: onEvent)
            let fault = AudioFault(onEvent)
            let loss = AudioLoss(streams: audioTracks.indices.map { $0 + 1 }, queue: queue, journal: journal)
            // No levels for a recording that keeps only its end, because its start changes when it is completed.
            let levels = AudioLevelWriter(
                format.keptLength == nil ? audioTracks : [], of: recording, origin: origin, journal: journal)
            let pointer = try pointerNotes(of: recording, format, origin: origin, control: control, journal: journal)
            // The start of a recording that keeps only its end changes when it is completed.
            let isWhole = format.keptLength == nil
            let changes: EntryWriter<ChangeEntry>? = try notes(
                in: recording, origin: origin, control: control, journal: journal, isOn: isWhole)
            let keys: EntryWriter<KeyEntry>? = try notes(
                in: recording, origin: origin, control: control, journal: journal, isOn: isWhole && format.hasKeys)
            let tracks = tracks(video, audioTracks: audioTracks, mix: mix, camera: camera)
            let output = try RecordingOutput(
                writer(for: recording, tracks: tracks, format, origin: origin, proxy: proxyOutput),
                extent: origin.extent(of: tracks), keeping: format.keptLength,
                queue: queue,
                journal: journal, reserve: reserve,
                tick: {
                    if followsHostClock { keepUp(audioTracks, queue: queue, fault: fault) }
                    let elapsed = control.current?.clock.elapsed(at: .now)
                    if let elapsed { loss.note(at: elapsed) }
                    levels.note()
                    return elapsed
                }, onEvent: onEvent)
            // The header is stored on the disk before any media.
            let session = RecordingSession(
                try recording.notingHeader(), audioTracks: audioTracks, control: control, origin: origin,
                followsHostClock: followsHostClock, counts: video.counts, camera: camera,
                output: output, journal: journal, fault: fault, loss: loss, levels: levels, pointer: pointer,
                changes: changes, keys: keys)
            return (session, video)
        } catch {
            reserve.release()
            throw error
        }
    }

    /// Cuts the earlier recorder's pointer entries at the movie's end, even if this recorder writes none.
    private static func pointerNotes(
        of recording: Recording, _ format: Format, origin: MovieOrigin, control: SessionControl,
        journal: RecordingJournal
    ) throws(FileSystemError) -> PointerWriter? {
        if origin.index != nil { try recording.endPointerEntries(at: origin.ticks(PointerEntry.timescale)) }
        let shapes = try recording.endPointerShapes()
        guard format.hasPointer, format.keptLength == nil else { return nil }
        // The file says how the recording is resumed, even if the pointer never was over the recorded area.
        if format.hasPointerApart { try recording.folder.append([], to: Recording.shapesName, isDurable: false) }
        return PointerWriter(
            control, journal: journal, size: recording.folder.size(of: PointerEntry.fileName), shapes: shapes)
    }

    /// Cuts the earlier recorder's entries at the movie's end, even if this recorder writes none.
    private static func notes<Entry>(
        in recording: Recording, origin: MovieOrigin, control: SessionControl, journal: RecordingJournal, isOn: Bool
    ) throws(FileSystemError) -> EntryWriter<Entry>? {
        if origin.index != nil { try recording.endEntries(of: Entry.self, at: origin.ticks(Entry.timescale)) }
        return isOn ? EntryWriter(control, journal: journal, of: recording) : nil
    }

    private static func tracks(
        _ video: VideoTrack, audioTracks: [AudioTrack], mix: RecordedMix?, camera: CameraTrack?
    ) -> [MovieTrack] {
        func audio(_ parameters: CodecParameters, title: String) -> MovieTrack {
            MovieTrack(parameters: parameters, timeBase: .oneOver(Int32(AudioSource.sampleRate)), title: title)
        }
        return [MovieTrack(parameters: video.parameters, timeBase: .oneOver(VideoTrack.timescale), title: "Screen")]
            + audioTracks.map { audio($0.parameters, title: $0.kind.trackTitle) }
            + [mix.map { audio($0.parameters, title: MovieTrack.mixTitle) }, camera?.track].compactMap(\.self)
    }

    /// Creates the mix, whose index follows those of the audio tracks.
    private static func audioMix(
        of sources: [AudioSource], origin: MovieOrigin, queue: PacketQueue
    ) throws(FFmpegError) -> RecordedMix {
        let origins = sources.enumerated().map { ($1, origin.audioEnd($0)) }
        return try RecordedMix(
            of: Dictionary(uniqueKeysWithValues: origins), origin: origin.audioEnd(sources.count),
            streamIndex: sources.count + 1, queue: queue)
    }

    private static func writer(
        for recording: Recording, tracks: [MovieTrack], _ format: Format, origin: MovieOrigin,
        proxy: sending MovieWriter?
    ) throws -> sending any FragmentWriter {
        let movie = try movieWriter(for: recording, tracks: tracks, format: format, origin: origin)
        guard let proxy else { return movie }
        return ProxiedMovieWriter(movie, proxy: proxy, proxyIndex: ProxyTrack.streamIndex)
    }

    /// Adds the proxy. An error is only reported, because the recording can continue without a proxy.
    private static func addProxy(
        to video: VideoTrack, of recording: Recording, _ format: Format, origin: MovieOrigin, queue: PacketQueue,
        onEvent: (OutputEvent) -> Void
    ) -> sending MovieWriter? {
        guard format.hasProxy, format.keptLength == nil else { return nil }
        do {
            let proxy = try ProxyTrack(of: video.image, queue: queue)
            guard let writer = try proxyWriter(for: recording, track: proxy.track, origin: origin) else { return nil }
            video.proxy = proxy
            return writer
        } catch {
            onEvent(.proxyFailed("\(error)"))
            return nil
        }
    }

    /// - Returns: Nil if a resumed recording has no proxy.
    private static func proxyWriter(
        for recording: Recording, track: MovieTrack, origin: MovieOrigin
    ) throws -> sending MovieWriter? {
        let (name, folder) = (Recording.proxyName, recording.folder)
        guard origin.index != nil else { return try MovieWriter(name, in: folder, tracks: [track], start: .together) }
        guard folder.contains(name) else { return nil }
        let index = try MovieReader.open(name, in: folder).index
        return try MovieWriter(continuing: name, in: folder, tracks: [track], index: index)
    }

    private static func movieWriter(
        for recording: Recording, tracks: [MovieTrack], format: Format, origin: MovieOrigin
    ) throws -> sending any FragmentWriter {
        let folder = recording.folder
        if let length = format.keptLength {
            return try RollingMovieWriter(in: folder, tracks: tracks, keeping: length)
        }
        guard let index = origin.index else {
            return try MovieWriter(Recording.movieName, in: folder, tracks: tracks, start: .together)
        }
        return try MovieWriter(continuing: Recording.movieName, in: folder, tracks: tracks, index: index)
    }
}
