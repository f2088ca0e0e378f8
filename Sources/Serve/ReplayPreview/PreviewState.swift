import FFmpeg
import Files
import Glibc
import Hummingbird
import MediaTime
import NIOPosix
import ReplayComposition
import ReplayControl
import ReplayLibrary
import ReplayMovie
import Threads

/// The state that the pages of one server share: the library, open recordings, exports and the recorder. It reports all
/// changes to the pages, including those that other programs make.
///
/// The state reads small files, so it runs on a thread of its own, which exports and the recorder share. Functions that
/// may wait for a lock run elsewhere, so that other requests are answered meanwhile.
actor PreviewState {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    let library: RecordingLibrary
    let home: String?
    let pool: NIOThreadPool
    /// The session of watching together, or nil if there is none.
    let session: WatchController?
    /// The address for viewers, once the server has one.
    var viewersAddress: String?
    private let mode: PreviewServer.Mode
    /// The recording for which the server was started.
    let subject: RecordingID?
    let watch: FileWatch
    let libraryToken: FileWatch.Token
    private let events: AsyncStream<PreviewServer.Event>.Continuation
    let estimates = Estimator()
    private(set) lazy var exports = ExportQueue(on: executor) { [weak self] in await self?.report($0) }
    private(set) lazy var recorder = RecorderController(home: home, on: executor) { [weak self] in
        await self?.report($0, ended: $1)
    }

    private(set) lazy var broadcasts = PreviewBroadcasts(home: home, library: library, on: executor) { [weak self] in
        await self?.tell(.broadcasts($0, ended: $1))
    }
    /// The folder in which broadcasts have their sockets, or nil if it cannot be watched.
    let broadcastsToken: FileWatch.Token?

    struct Open {
        let recording: Task<OpenRecording, any Error>
        let token: FileWatch.Token
    }

    var open: [RecordingID: Open] = [:]
    /// The tasks that make missing proxies.
    var proxies: [RecordingID: Task<Void, Never>] = [:]
    private var isClosing = false
    private var pages = ConnectedPages()
    /// The changed files that have not been processed yet.
    var changes: [FileWatch.Token: Set<String>] = [:]
    var isLooking = false
    var joining: Task<Void, Never>?
    /// The recordings in progress whose end is awaited.
    var awaited: Set<RecordingID> = []

    private var exported: [String] = []
    private var isDiscarded = false

    /// Opens the library. Blocking.
    /// - Throws: `FileSystemError`, `ThreadError`.
    init(
        _ subject: RecordingID?, mode: PreviewServer.Mode, home: String?, pool: NIOThreadPool,
        session: WatchController? = nil, events: AsyncStream<PreviewServer.Event>.Continuation
    ) throws {
        executor = try ThreadExecutor("preview")
        library = try RecordingLibrary.open(home: home)
        watch = try FileWatch()
        libraryToken = try watch.add(library.path)
        // Without this folder, only the broadcasts that pages start are shown.
        broadcastsToken = try? watch.add(RuntimeFolder.open(home: home).path)
        (self.subject, self.mode, self.home, self.pool, self.events) = (subject, mode, home, pool, events)
        self.session = session
    }

    /// Follows the changes that other programs make, until cancelled.
    func run() async {
        joinRecorder()
        Task { await broadcasts.refresh() }
        let tidying = Task { await tidy() }
        defer { tidying.cancel() }
        for await change in watch.changes {
            changes[change.token, default: []].insert(change.name)
            if !isLooking { Task { await look() } }
        }
    }

    /// Releases memory that was needed only briefly, at intervals.
    private func tidy() async {
        var memory = ResidentMemory(limit: Self.residentLimit, interval: Self.settleInterval)
        while (try? await Task.sleep(for: Self.tidyInterval)) != nil {
            let recordings = open.values.map(\.recording)
            // A recording that could not be opened holds no memory.
            for recording in recordings { (try? await recording.value)?.tidy() }
            Heap.trim()
            memory.keepSmall()
        }
    }

    private static let (tidyInterval, settleInterval) = (Duration.seconds(2), Duration.seconds(10))
    private static let residentLimit = 40 << 20

    /// The outcome for the program that started the server.
    var outcome: PreviewServer.Outcome {
        if isDiscarded { return .discarded }
        return exported.isEmpty ? .closed : .exported(exported)
    }

    /// Waits until no page has been open for a while, and no export or recording is in progress.
    func idle(firstTimeout: Duration, timeout: Duration) async {
        let start = ContinuousClock.now
        while !Task.isCancelled {
            let deadline = pages.lastSeen.map { $0 + timeout } ?? start + firstTimeout
            let isBusy = await exports.isAtWork ? true : await recorder.isAtWork
            if pages.isEmpty, !isBusy, ContinuousClock.now >= deadline { return }
            do {
                try await Task.sleep(for: .milliseconds(500))
            } catch {
                return
            }
        }
    }
}

// MARK: - Pages

extension PreviewState {
    /// Serves one page, until it goes away.
    func serve(_ stream: EventStream, watching id: RecordingID?) async {
        pages.add(stream, watching: id)
        events.yield(.pageOpened)
        stream.send(
            PageEvent.hello(
                stream: stream.number, mode: mode, recording: subject, viewers: await currentViewersAddress,
                exports: await exports.all, await recorder.description, broadcasts: await broadcasts.statuses))
        if let id { await beginWatching(id) }
        await joinSession(stream, watching: id)
        await followed(stream)
    }

    /// Serves the page of one viewer, until it goes away or the session ends.
    func serveViewer(_ stream: EventStream) async {
        guard let session else { return }
        pages.add(stream, watching: session.recording, isViewers: true)
        stream.send(.welcome(stream: stream.number, recording: session.recording))
        await beginWatching(session.recording)
        await joinSession(stream, watching: session.recording, isOwner: false)
        await followed(stream)
    }

    /// Waits until a page goes away.
    private func followed(_ stream: EventStream) async {
        for await _ in stream.end {}
        pages.remove(stream)
        await session?.leave(stream)
        closeUnwatched()
    }

    /// Changes the recording that a page looks at.
    /// - Throws: `HTTPError` of status 404 if the page is not connected.
    func watch(_ id: RecordingID?, stream number: Int) async throws(HTTPError) {
        guard pages.watch(id, stream: number) else { throw .notFound }
        if let id { await beginWatching(id) }
        if let stream = pages.stream(number) { await joinSession(stream, watching: id) }
    }

    private func beginWatching(_ id: RecordingID) async {
        closeUnwatched()
        // If the recording cannot be opened, the page's requests for it report the error.
        _ = try? await self.recording(id)
    }

    /// Reads the parts of the waveforms that are not known yet.
    func readWaveforms(of recording: OpenRecording) {
        Task { [pool, id = recording.id] in
            try await recording.waveforms.read(on: pool) { [weak self] progress in
                await self?.tell(.waveform(id, progress: progress), watchersOf: id)
            }
        }
    }

    private func closeUnwatched() {
        let watched = pages.watched
        for (id, entry) in open where !watched.contains(id) {
            watch.remove(entry.token)
            open[id] = nil
        }
    }

    func tell(_ event: PageEvent, watchersOf id: RecordingID? = nil) async { pages.send(event, watchersOf: id) }

    private func report(_ export: ExportDescription) async {
        if export.state == .finished {
            exported.append(export.path)
            events.yield(.exported(path: export.path))
        }
        await tell(.export(export))
    }

    private func report(_ recorder: RecorderDescription?, ended: String?) async {
        await tell(.recorder(recorder, ended: ended))
        guard recorder == nil else { return }
        await tell(.library)
        await broadcasts.removeOld()
    }

    /// Closes everything because the server ends.
    func close(reason: String) async {
        isClosing = true
        await tell(.bye(reason: reason))
        await estimates.cancel()
        await exports.cancelAll()
        for task in proxies.values { task.cancel() }
        for task in proxies.values { await task.value }
        pages.finish()
        joining?.cancel()
        open = [:]
    }
}

// MARK: - Recordings

extension PreviewState {
    /// Returns a recording, which is opened once for all pages.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`, `EditError`.
    func recording(_ id: RecordingID) async throws -> OpenRecording {
        if let entry = open[id] { return try await entry.recording.value }
        let recording = try library.recording(id)
        let token = try watch.add(recording.path)
        let task = Task { [pool] in
            let (opened, needsProxy) = try await pool.runIfActive {
                let opened = try OpenRecording(recording, on: pool)
                return (opened, opened.needsProxy)
            }
            if needsProxy {
                makeProxy(of: opened)
                try await awaitVideo(of: opened, recording)
            }
            return opened
        }
        open[id] = Open(recording: task, token: token)
        do {
            let opened = try await task.value
            awaitEnd(of: opened)
            return opened
        } catch {
            open[id] = nil
            watch.remove(token)
            throw error
        }
    }

    /// Makes the proxy of a recording, unless that is already in progress.
    func makeProxy(of recording: OpenRecording) {
        guard proxies[recording.id] == nil, !isClosing else { return }
        proxies[recording.id] = Task {
            var problem: String?
            do {
                try await recording.completeProxy()
            } catch {
                problem = "it cannot be played, because its small copy cannot be made: \(error)"
            }
            proxies[recording.id] = nil
            guard !Task.isCancelled else { return }
            await proxyEnded(recording.id, problem: problem)
        }
    }

    /// Reports the end of making a proxy.
    /// - Parameter problem: The reason why there is no proxy, or nil if there is one.
    private func proxyEnded(_ id: RecordingID, problem: String?) async {
        guard let recording = try? await open[id]?.recording.value else { return }
        recording.noteProxyProblem(problem)
        await reload(recording)
    }

    /// The timeout for the first part of a proxy.
    private static let firstVideo = Duration.seconds(10)

    /// Waits until there is some video to play, or until the timeout.
    private func awaitVideo(of opened: OpenRecording, _ recording: Recording) async throws {
        let deadline = ContinuousClock.now + Self.firstVideo
        var isMaking = true
        while opened.current.video == nil, isMaking, ContinuousClock.now < deadline {
            // A proxy that is completed while the recording is read is found by the next attempt.
            isMaking = proxies[opened.id] != nil
            try await Task.sleep(for: .milliseconds(50))
            // A proxy that has only just begun cannot be read yet.
            _ = try? await opened.reload(recording)
        }
    }

    /// Returns a small frame of a recording, which need not be open.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`, or an error of FFmpeg's.
    func thumbnail(of id: RecordingID, at time: Int64, height: Int) async throws -> [UInt8] {
        if let entry = open[id] { return try await entry.recording.value.thumbnail(at: time, height: height) }
        let recording = try library.recording(id)
        return try await pool.runIfActive { try PlaybackVideo.thumbnail(of: recording, at: time, height: height) }
    }

    /// Reports that a page has changed the edit of a recording.
    ///
    /// Pages receive the latest edit, because changes at the same time may be reported in another order.
    func reportEdit(of recording: OpenRecording) async {
        events.yield(.edited(recording.id))
        await tellEdit(of: recording)
    }

    /// Discards a recording, and ends its recorder first.
    /// - Throws: `FileSystemError`; `RecorderError` if the recorder does not answer.
    func discard(_ id: RecordingID) async throws {
        try await RecorderController.discard(id, in: library)
        if id == subject {
            isDiscarded = true
            events.yield(.discarded(id))
        }
        await forget(id)
    }

    func forget(_ id: RecordingID) async {
        if let entry = open.removeValue(forKey: id) { watch.remove(entry.token) }
        proxies[id]?.cancel()
        await tell(.gone(id), watchersOf: id)
    }
}
