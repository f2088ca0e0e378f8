import ReplayLibrary

/// The pages that are connected to a server, and the recording that each page watches.
struct ConnectedPages {
    private struct Page {
        let stream: EventStream
        let isViewers: Bool
        var watched: RecordingID?
    }

    private var pages: [Int: Page] = [:]
    /// The time at which a page was last closed, or nil if no page has been closed yet.
    private(set) var lastSeen: ContinuousClock.Instant?

    var isEmpty: Bool { pages.isEmpty }

    /// The recordings that pages watch.
    var watched: Set<RecordingID> { Set(pages.values.compactMap(\.watched)) }

    mutating func add(_ stream: EventStream, watching id: RecordingID?, isViewers: Bool = false) {
        pages[stream.number] = Page(stream: stream, isViewers: isViewers, watched: id)
    }

    /// Returns the stream of a page, or nil if the page is not connected.
    func stream(_ number: Int) -> EventStream? { pages[number]?.stream }

    mutating func remove(_ stream: EventStream) {
        pages[stream.number] = nil
        lastSeen = .now
    }

    /// Changes the recording that a page watches.
    /// - Returns: False if the page is not connected. A viewer's page always watches the same recording.
    mutating func watch(_ id: RecordingID?, stream number: Int) -> Bool {
        guard pages[number]?.isViewers == false else { return false }
        pages[number]?.watched = id
        return true
    }

    /// Sends an event to all pages, or to those that watch a recording. Viewers get only what is for them.
    func send(_ event: PageEvent, watchersOf id: RecordingID?) {
        let reduced = event.forViewers
        for page in pages.values where id == nil || page.watched == id {
            if let event = page.isViewers ? reduced : event { page.stream.send(event) }
        }
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
