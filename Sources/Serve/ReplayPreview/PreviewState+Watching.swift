import ReplayLibrary

// MARK: - Watching together

extension PreviewState {
    /// Adds a page to the session if it looks at the session's recording, and removes it otherwise.
    func joinSession(_ stream: EventStream, watching id: RecordingID?, isOwner: Bool = true) async {
        guard let session else { return }
        guard id == session.recording else { return await session.leave(stream) }
        // If the recording cannot be opened, the page's requests for it report the error.
        guard let recording = try? await recording(session.recording) else { return }
        await takeEdit(of: recording)
        await session.join(stream, isOwner: isOwner)
    }

    /// Gives the session the present edit of its recording.
    func takeEdit(of recording: OpenRecording) async {
        guard let session, recording.id == session.recording else { return }
        let contents = recording.current
        await session.take(WatchedEdit(contents.session.edit, revision: contents.revision))
    }

    /// Tells the pages and the session that the edit of a recording was changed.
    func tellEdit(of recording: OpenRecording) async {
        await tell(.edit(recording.id, recording.edit), watchersOf: recording.id)
        await takeEdit(of: recording)
    }

    /// The address for viewers, or nil if there are none, or none any longer.
    var currentViewersAddress: String? {
        get async { await session?.isEnded == false ? viewersAddress : nil }
    }

    /// Sets the address that owners can give to viewers.
    func setViewersAddress(_ address: String?) { viewersAddress = address }
}
