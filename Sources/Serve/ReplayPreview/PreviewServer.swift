import FFmpeg
import MediaTime
import NIOPosix
public import ReplayLibrary
import Synchronization

/// Serves the page in which recordings are watched, edited and shared, to a browser on this machine.
///
/// What RPPreviewViewController is to an application that uses ReplayKit: start it for a recording, show `address` to the user, and
/// wait for `outcome()`.
public final class PreviewServer: Sendable {
    /// What the page shows first.
    public enum Mode: String, Sendable, CaseIterable {
        /// All recordings.
        case library
        /// One recording, to be watched and edited.
        case preview
        /// The same, with what can be exported of it.
        case share
    }

    /// What a user did.
    public enum Event: Sendable {
        /// A page was opened, or came back.
        case pageOpened
        /// The edit of a recording was changed in a page.
        case edited(RecordingID)
        /// An export has been written.
        case exported(path: String)
        /// The recording that the server was started for was discarded.
        case discarded(RecordingID)
    }

    /// How it ended.
    public enum Outcome: Sendable, Equatable {
        /// Exports were written: where.
        case exported([String])
        /// The recording was discarded.
        case discarded
        /// The pages were closed, or the server was stopped.
        case closed
    }

    /// What to open in a browser, with the token that lets it in: whoever has it can do all that the user can.
    public let address: String
    /// What users did, for one reader; the last ones are kept where nobody reads.
    public let events: AsyncStream<Event>
    private let server: HTTPServer
    private let desk: PreviewDesk
    private let pool: NIOThreadPool
    private let following: Task<Void, Never>

    private init(
        address: String, server: HTTPServer, desk: PreviewDesk, pool: NIOThreadPool, events: AsyncStream<Event>
    ) {
        (self.address, self.server, self.desk, self.pool, self.events) = (address, server, desk, pool, events)
        following = Task { await desk.run() }
    }

    /// Begins to serve, on 127.0.0.1 alone.
    /// - Parameters:
    ///   - recording: what is shown first; nil: the library.
    ///   - mode: what of it is shown.
    ///   - home: where the recordings are; nil: see `RecordingLibrary.defaultHome`. A recording's own library goes before.
    ///   - port: 0: any that is free.
    /// - Throws: `FileSystemError`; an error of swift-nio's where the port is taken.
    public static func start(
        _ recording: Recording? = nil, mode: Mode = .preview, home: String? = nil, port: Int = 0
    ) async throws -> PreviewServer {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        do {
            let desk = try PreviewDesk(
                recording?.id, mode: recording == nil ? .library : mode, home: recording?.home ?? home, pool: pool,
                events: continuation)
            let token = AccessToken()
            let server = try await HTTPServer.start(port: port, token: token, service: PreviewService(desk: desk))
            let place = recording.map { "/\($0.id)" } ?? ""
            return PreviewServer(
                address: "http://127.0.0.1:\(server.port)/#\(token.text)\(place)", server: server, desk: desk,
                pool: pool, events: events)
        } catch {
            try await pool.shutdownGracefully()
            throw error
        }
    }

    /// One for the video that plays, one for its audio, one for stills and thumbnails.
    private static let threads = 3

    /// For a program that does nothing but serve: to be called before anything is allocated, so that it keeps to the
    /// memory that it needs.
    public static func configureMemory() { Heap.configure() }

    /// Opens an address with what the user's desktop has for it.
    /// - Throws: what keeps it from being opened, as a sentence.
    public static func openBrowser(_ address: String) async throws { try await Desktop.open(address) }

    /// Waits until no page has been there for a while, and ends the server.
    ///
    /// As long as there is an export or a recording to be brought to its end, it serves on.
    /// - Parameters:
    ///   - firstTimeout: how long the first page may be in coming.
    ///   - timeout: how long after the last page has gone.
    public func outcome(
        firstTimeout: Duration = .seconds(120), timeout: Duration = .seconds(60)
    ) async -> Outcome {
        await desk.idle(firstTimeout: firstTimeout, timeout: timeout)
        await stop()
        return await desk.outcome
    }

    /// Ends the server: pages are told, exports are cancelled. A recording that is being made goes on.
    public func stop() async {
        await desk.close(reason: "it was ended")
        await server.stop()
        following.cancel()
        // Its threads end with what they are doing.
        try? await pool.shutdownGracefully()
    }
}
