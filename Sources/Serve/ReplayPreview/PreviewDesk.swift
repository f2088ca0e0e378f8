import FFmpeg
import Files
import Glibc
import Hummingbird
import MediaTime
import NIOPosix
import ReplayControl
import ReplayExporter
import ReplayLibrary
import ReplayMovie

/// What the pages of one server look at: the library, open recordings, exports and the recorder. It tells pages of changes,
/// whoever makes them.
actor PreviewDesk {
    let library: RecordingLibrary
    let home: String?
    let pool: NIOThreadPool
    private let mode: PreviewServer.Mode
    /// The recording that the server was started for.
    private let subject: RecordingID?
    private let watch: FileWatch
    private let libraryToken: FileWatch.Token
    private let events: AsyncStream<PreviewServer.Event>.Continuation
    let estimates = EstimateDesk()
    private(set) lazy var exports = ExportDesk { [weak self] in await self?.report($0) }
    private(set) lazy var recorder = RecorderDesk(home: home) { [weak self] in await self?.report($0, ended: $1) }

    private struct Open {
        let recording: Task<OpenRecording, any Error>
        let token: FileWatch.Token
    }

    private var open: [RecordingID: Open] = [:]
    /// What makes proxies that are needed.
    private var proxies: [RecordingID: Task<Void, Never>] = [:]
    private var pages: [Int: Page] = [:]
    /// What has changed and was not looked at yet.
    private var changes: [FileWatch.Token: Set<String>] = [:]
    private var isLooking = false
    private var joining: Task<Void, Never>?
    /// Recordings that are being made, as long as they are looked at.
    private var awaited: Set<RecordingID> = []

    private struct Page {
        let stream: EventStream
        var watched: RecordingID?
    }

    /// When the last page went; nil: none has come yet.
    private var lastSeen: ContinuousClock.Instant?
    private var exported: [String] = []
    private var isDiscarded = false

    /// - Throws: `FileSystemError`, `ThreadError`.
    init(
        _ subject: RecordingID?, mode: PreviewServer.Mode, home: String?, pool: NIOThreadPool,
        events: AsyncStream<PreviewServer.Event>.Continuation
    ) throws {
        library = try RecordingLibrary.open(home: home)
        watch = try FileWatch()
        libraryToken = try watch.add(library.path)
        (self.subject, self.mode, self.home, self.pool, self.events) = (subject, mode, home, pool, events)
    }

    /// Follows what others change, until it is cancelled.
    func run() async {
        joinRecorder()
        let tidying = Task { await tidy() }
        defer { tidying.cancel() }
        for await change in watch.changes {
            changes[change.token, default: []].insert(change.name)
            if !isLooking { Task { await look() } }
        }
    }

    /// Gives memory back that was needed for a moment.
    private func tidy() async {
        var memory = ResidentMemory(limit: Self.residentLimit, interval: Self.settleInterval)
        while (try? await Task.sleep(for: Self.tidyInterval)) != nil {
            let recordings = open.values.map(\.recording)
            for recording in recordings { (try? await recording.value)?.tidy() }
            Heap.trim()
            memory.keepSmall()
        }
    }

    private static let tidyInterval = Duration.seconds(2)
    private static let residentLimit = 40 << 20
    private static let settleInterval = Duration.seconds(10)

    /// How a user left it.
    var outcome: PreviewServer.Outcome {
        if isDiscarded { return .discarded }
        return exported.isEmpty ? .closed : .exported(exported)
    }

    /// Waits until no page has been there for a while, and there is nothing to be brought to its end.
    func idle(firstTimeout: Duration, timeout: Duration) async {
        let start = ContinuousClock.now
        while !Task.isCancelled {
            let deadline = lastSeen.map { $0 + timeout } ?? start + firstTimeout
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

extension PreviewDesk {
    /// Serves one page, until it goes away.
    func serve(_ stream: EventStream, watching id: RecordingID?) async {
        pages[stream.number] = Page(stream: stream, watched: id)
        events.yield(.pageOpened)
        send(
            .hello(
                stream: stream.number, mode: mode, recording: subject, exports: await exports.all,
                await recorder.description), to: stream)
        if let id { await beginWatching(id) }
        for await _ in stream.end {}
        pages[stream.number] = nil
        lastSeen = .now
        closeUnwatched()
    }

    /// Changes the recording that a page looks at.
    /// - Throws: `HTTPError` of status 404 if the page is not connected.
    func watch(_ id: RecordingID?, stream number: Int) async throws(HTTPError) {
        guard pages[number] != nil else { throw .notFound }
        pages[number]?.watched = id
        if let id { await beginWatching(id) }
    }

    private func beginWatching(_ id: RecordingID) async {
        closeUnwatched()
        // What cannot be opened is told where it is asked for.
        _ = try? await self.recording(id)
    }

    /// Reads on where something is not known yet.
    func readWaveforms(of recording: OpenRecording) {
        Task { [pool, id = recording.id] in
            try await recording.waveforms.read(on: pool) { [weak self] progress in
                await self?.tell(.waveform(id, progress: progress), watchersOf: id)
            }
        }
    }

    private func closeUnwatched() {
        let watched = Set(pages.values.compactMap(\.watched))
        for (id, entry) in open where !watched.contains(id) {
            watch.remove(entry.token)
            open[id] = nil
        }
    }

    func tell(_ event: PageEvent, watchersOf id: RecordingID? = nil) async {
        for page in pages.values where id == nil || page.watched == id { send(event, to: page.stream) }
    }

    private func send(_ event: PageEvent, to stream: EventStream) {
        do {
            stream.send(try JSONText.text(of: event))
        } catch {
            // The page asks for all again when it comes back.
            stream.finish()
        }
    }

    private func report(_ export: ExportDescription) async {
        if export.state == .finished {
            exported.append(export.path)
            events.yield(.exported(path: export.path))
        }
        await tell(.export(export))
    }

    private func report(_ recorder: RecorderDescription?, ended: String?) async {
        await tell(.recorder(recorder, ended: ended))
        if recorder == nil { await tell(.library) }
    }

    /// The server ends.
    func close(reason: String) async {
        await tell(.bye(reason: reason))
        await estimates.cancel()
        await exports.cancelAll()
        for task in proxies.values { task.cancel() }
        for task in proxies.values { await task.value }
        for page in pages.values { page.stream.finish() }
        joining?.cancel()
        open = [:]
    }
}

// MARK: - Recordings

extension PreviewDesk {
    /// A recording, opened once for all who look at it.
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

    /// Makes what is played, unless it is being made already.
    private func makeProxy(of recording: OpenRecording) {
        guard proxies[recording.id] == nil else { return }
        proxies[recording.id] = Task {
            var problem: String?
            do {
                try await recording.completeProxy()
            } catch {
                problem = "it cannot be played, for its small copy cannot be made: \(error)"
            }
            proxies[recording.id] = nil
            guard !Task.isCancelled else { return }
            await proxyEnded(recording.id, problem)
        }
    }

    /// - Parameter problem: why there is none.
    private func proxyEnded(_ id: RecordingID, _ problem: String?) async {
        guard let recording = try? await open[id]?.recording.value else { return }
        recording.noteProxyProblem(problem)
        await reload(recording)
    }

    /// So long may the first second of a proxy take.
    private static let firstVideo = Duration.seconds(10)

    /// Waits until there is something to be played, a while at most.
    private func awaitVideo(of opened: OpenRecording, _ recording: Recording) async throws {
        let deadline = ContinuousClock.now + Self.firstVideo
        while opened.current.video == nil, proxies[opened.id] != nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50))
            // What has only begun cannot be read yet.
            _ = try? await opened.reload(recording)
        }
    }

    /// A small frame of a recording, which need not be open.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`, or an error of FFmpeg's.
    func thumbnail(of id: RecordingID, at time: Int64, height: Int) async throws -> [UInt8] {
        if let entry = open[id] { return try await entry.recording.value.thumbnail(at: time, height: height) }
        let recording = try library.recording(id)
        return try await pool.runIfActive { try PlaybackVideo.thumbnail(of: recording, at: time, height: height) }
    }

    /// A decision was made here.
    func tell(_ edit: EditDescription, of id: RecordingID) async {
        events.yield(.edited(id))
        await tell(.edit(id, edit), watchersOf: id)
    }

    /// - Throws: `FileSystemError`.
    func discard(_ id: RecordingID) async throws {
        try await pool.runIfActive { [library] in try library.discard(id) }
        if id == subject {
            isDiscarded = true
            events.yield(.discarded(id))
        }
        await forget(id)
    }

    private func forget(_ id: RecordingID) async {
        if let entry = open.removeValue(forKey: id) { watch.remove(entry.token) }
        proxies[id]?.cancel()
        await tell(.gone(id), watchersOf: id)
    }
}

extension PreviewDesk {
    /// Where exports go whose name is no whole path: as `replay export` has it, the folder that the program was started in.
    var outputFolder: String {
        get throws(FileSystemError) {
            guard let folder = getcwd(nil, 0) else { throw FileSystemError(operation: "find", subject: "this folder") }
            defer { free(folder) }
            let path = String(path: UnsafePointer(folder))
            return path.hasPrefix(library.path) || access(path.cPath, W_OK) != 0 ? try HomeFolder.path() : path
        }
    }
}

extension PreviewDesk {
    /// Saves the end of what is being recorded as a recording of its own.
    /// - Throws: `RecorderError`, `FileSystemError`, `MovieError`, or an error of FFmpeg's.
    func saveClip(seconds: Int64) async throws -> RecordingID {
        guard let id = await recorder.description?.id else {
            throw RecorderError(.notRecording, "nothing is being recorded")
        }
        guard (1...86_400).contains(seconds) else { throw RecorderError(.invalid, "a clip has 1 s to 24 h") }
        let clip = try await pool.runIfActive { [library] in
            try library.clip(last: .seconds(seconds), of: try library.recording(id), name: nil)
        }
        guard let clip else { throw RecorderError(.failed, "the recording has no frame yet") }
        let saved = try await clip.exactOrTrimmed(in: library)
        await tell(.library)
        return saved.recording.id
    }
}

// MARK: - Changes made by others

extension PreviewDesk {
    /// How long changes are gathered before they are looked at: a recorder makes many.
    private static let pause = Duration.milliseconds(40)
    private static let growthPause = Duration.milliseconds(700)

    private func look() async {
        isLooking = true
        defer { isLooking = false }
        while !changes.isEmpty {
            let growsOnly = changes.values.allSatisfy { $0.allSatisfy { $0.contains(".mp4") } }
            // Cancelled only where the server ends.
            try? await Task.sleep(for: growsOnly ? Self.growthPause : Self.pause)
            let found = changes
            changes = [:]
            for (token, names) in found { await look(at: token, names) }
        }
    }

    private func look(at token: FileWatch.Token, _ names: Set<String>) async {
        guard token != libraryToken else {
            // A library that cannot be read says nothing of what was discarded.
            if let ids = try? library.ids() {
                for id in open.keys where names.contains(id.description) && !ids.contains(id) { await forget(id) }
            }
            joinRecorder()
            return await tell(.library)
        }
        guard let (id, entry) = open.first(where: { $0.value.token == token }),
            let recording = try? await entry.recording.value
        else { return }
        if names.contains("edit.json"), let edit = try? await recording.reloadEdit() {
            await tell(.edit(id, edit), watchersOf: id)
        }
        if names.contains("recording.json") { await tell(.library) }
        guard
            !names.isDisjoint(with: [
                "events.jsonl", "recording.json", "movie.mp4", "proxy.mp4", Recording.unfinishedProxyName,
            ])
        else { return }
        await reload(recording)
    }

    private func reload(_ recording: OpenRecording) async {
        // What is not whole yet is looked at again with the next change.
        let known = recording.edit.revision
        guard let found = try? library.recording(recording.id), (try? await recording.reload(found)) != nil,
            let description = try? await recording.description()
        else { return }
        // It may be read before the news of it have come.
        if description.edit.revision != known {
            await tell(.edit(recording.id, description.edit), watchersOf: recording.id)
        }
        await tell(.recording(description), watchersOf: recording.id)
        readWaveforms(of: recording)
        awaitEnd(of: recording)
        await remakeProxy(of: recording)
    }

    /// A redaction removes the proxy.
    private func remakeProxy(of recording: OpenRecording) async {
        guard proxies[recording.id] == nil, !recording.hasProxyProblem,
            (try? await pool.runIfActive({ recording.needsProxy })) == true
        else { return }
        makeProxy(of: recording)
    }

    /// Looks when a recording that is being made has ended: its recorder lets go of it after its last word, or is killed.
    private func awaitEnd(of recording: OpenRecording) {
        let id = recording.id
        guard recording.current.recording.state == .recording, awaited.insert(id).inserted else { return }
        Task {
            while open[id] != nil, recording.current.recording.state == .recording {
                do {
                    try await Task.sleep(for: Self.endPause)
                } catch {
                    break
                }
            }
            awaited.remove(id)
            if open[id] != nil { await reload(recording) }
        }
    }

    private static let endPause = Duration.milliseconds(500)

    /// Looks for a recorder for a while: it answers some time after its recording is there.
    private func joinRecorder() {
        joining?.cancel()
        joining = Task {
            for _ in 0..<Self.joinAttempts where !Task.isCancelled {
                if await recorder.isAtWork { return }
                if let running = try? library.recordingsInProgress().last { await recorder.join(running) }
                // Cancelled where it is looked for anew.
                try? await Task.sleep(for: Self.joinPause)
            }
        }
    }

    private static let (joinAttempts, joinPause) = (20, Duration.milliseconds(250))
}
