import ReplayLibrary

/// The pages that are connected to a server, and the recording that each page watches.
struct ConnectedPages {
    private struct Page {
        let stream: EventStream
        var watched: RecordingID?
    }

    private var pages: [Int: Page] = [:]
    /// The time at which a page was last closed, or nil if no page has been closed yet.
    private(set) var lastSeen: ContinuousClock.Instant?

    var isEmpty: Bool { pages.isEmpty }

    /// The recordings that pages watch.
    var watched: Set<RecordingID> { Set(pages.values.compactMap(\.watched)) }

    mutating func add(_ stream: EventStream, watching id: RecordingID?) {
        pages[stream.number] = Page(stream: stream, watched: id)
    }

    mutating func remove(_ stream: EventStream) {
        pages[stream.number] = nil
        lastSeen = .now
    }

    /// Changes the recording that a page watches.
    /// - Returns: False if the page is not connected.
    mutating func watch(_ id: RecordingID?, stream number: Int) -> Bool {
        guard pages[number] != nil else { return false }
        pages[number]?.watched = id
        return true
    }

    /// Sends an event to all pages, or to those that watch a recording.
    func send(_ event: PageEvent, watchersOf id: RecordingID?) {
        for page in pages.values where id == nil || page.watched == id { page.stream.send(event) }
    }

    /// Ends all streams.
    func finish() {
        for page in pages.values { page.stream.finish() }
    }
}

extension EventStream {
    /// Sends an event as JSON.
    func send(_ event: PageEvent) {
        do {
            send(try JSONText.text(of: event))
        } catch {
            // The page requests everything again when it reconnects.
            finish()
        }
    }
}
