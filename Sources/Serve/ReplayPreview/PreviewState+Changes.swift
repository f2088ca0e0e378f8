import ReplayLibrary
import ReplayMovie

extension PreviewState {
    /// The time for collecting changes before they are processed. A recorder makes many.
    private static let pause = Duration.milliseconds(40)
    private static let growthPause = Duration.milliseconds(700)

    /// Processes the changes of files that have been noticed.
    func look() async {
        isLooking = true
        defer { isLooking = false }
        while !changes.isEmpty {
            let growsOnly = changes.values.allSatisfy { $0.allSatisfy { $0.contains(".mp4") } }
            // This is cancelled only when the server ends.
            try? await Task.sleep(for: growsOnly ? Self.growthPause : Self.pause)
            let found = changes
            changes = [:]
            for (token, names) in found { await look(at: token, names) }
        }
    }

    private func look(at token: FileWatch.Token, _ names: Set<String>) async {
        guard token != broadcastsToken else {
            if names.contains(where: { $0.hasPrefix("cast-") }) { Task { await broadcasts.refresh() } }
            return
        }
        guard token != libraryToken else { return await lookAtLibrary(names) }
        guard let entry = open.values.first(where: { $0.token == token }),
            // The request that opened the recording got the error.
            let recording = try? await entry.recording.value
        else { return }
        // An edit that cannot be read is reported at the page’s next change, which reads it again.
        if names.contains("edit.json"), (try? await recording.reloadEdit()) == true {
            await tellEdit(of: recording)
        }
        if names.contains(RecordingComment.fileName) { await tell(.comments(recording.id), watchersOf: recording.id) }
        if names.contains("recording.json") { await tell(.library) }
        guard
            !names.isDisjoint(with: [
                "events.jsonl", "recording.json", "movie.mp4", "proxy.mp4", Recording.unfinishedProxyName,
            ])
        else { return }
        await reload(recording)
    }

    private func lookAtLibrary(_ names: Set<String>) async {
        // If the library cannot be read, it is not known which recordings were discarded.
        if let ids = try? library.ids() {
            for id in open.keys where names.contains(id.description) && !ids.contains(id) { await forget(id) }
        }
        joinRecorder()
        await tell(.library)
    }

    func reload(_ recording: OpenRecording) async {
        // Incomplete files are read again at the next change.
        let known = recording.edit.revision
        guard let found = try? library.recording(recording.id), (try? await recording.reload(found)) != nil,
            let description = try? await recording.description()
        else { return }
        // The recording may be read before the event for its edit arrives.
        if description.edit.revision != known {
            await tell(.edit(recording.id, description.edit), watchersOf: recording.id)
        }
        await tell(.recording(description), watchersOf: recording.id)
        await takeEdit(of: recording)
        readWaveforms(of: recording)
        awaitEnd(of: recording)
        await remakeProxy(of: recording)
    }

    /// Makes the proxy again if it is missing. A redaction removes it.
    private func remakeProxy(of recording: OpenRecording) async {
        guard proxies[recording.id] == nil, !recording.hasProxyProblem,
            (try? await pool.runIfActive({ recording.needsProxy })) == true
        else { return }
        makeProxy(of: recording)
    }

    /// Waits for the end of a recording in progress. Its recorder releases it after the last event, or is killed.
    func awaitEnd(of recording: OpenRecording) {
        let id = recording.id
        guard recording.current.recording.state() == .recording, awaited.insert(id).inserted else { return }
        Task {
            while open[id] != nil, recording.current.recording.state() == .recording {
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

    /// Looks for a recorder for some seconds, because it answers only some time after its recording exists.
    func joinRecorder() {
        joining?.cancel()
        joining = Task {
            for _ in 0..<Self.joinAttempts where !Task.isCancelled {
                if await recorder.isAtWork { return }
                // The next attempt looks again.
                if let running = try? library.recordingsInProgress().last { await recorder.join(running) }
                // This is cancelled when a new search begins.
                try? await Task.sleep(for: Self.joinPause)
            }
        }
    }

    private static let (joinAttempts, joinPause) = (20, Duration.milliseconds(250))
}
