import FFmpeg
import MediaTime
import NIOPosix
public import ReplayLibrary
import Synchronization
import Threads

/// A server of the page for watching, editing and sharing recordings, for a browser on this machine.
///
/// A `PreviewServer` corresponds to ReplayKit's `RPPreviewViewController`. Start it for a recording, show ``address``
/// to the user, and wait for ``outcome(firstTimeout:timeout:)``.
public final class PreviewServer: Sendable {
    /// The view that the page shows first.
    public enum Mode: String, Sendable, CaseIterable {
        /// The list of all recordings.
        case library
        /// A recording, to be watched and edited.
        case preview
        /// A recording, with the panel for exports open.
        case share
    }

    /// An action of the user.
    public enum Event: Sendable {
        /// A page was opened, or reconnected.
        case pageOpened
        /// A page changed the edit of a recording.
        case edited(RecordingID)
        /// An export has been written.
        case exported(path: String)
        /// The recording for which the server was started was discarded.
        case discarded(RecordingID)
    }

    /// The result for the program that started the server.
    public enum Outcome: Sendable, Equatable {
        /// Exports were written to these paths.
        case exported([String])
        /// The recording was discarded.
        case discarded
        /// The pages were closed, or the server was stopped.
        case closed
    }

    /// The address to open in a browser. It contains the access token: anyone who has it can do everything that the
    /// user can.
    public let address: String
    /// The actions of the user, for one reader. The latest 64 are kept until they are read.
    public let events: AsyncStream<Event>
    private let server: HTTPServer
    private let state: PreviewState
    private let pool: NIOThreadPool
    private let following: Task<Void, Never>

    private init(
        address: String, server: HTTPServer, state: PreviewState, pool: NIOThreadPool, events: AsyncStream<Event>
    ) {
        (self.address, self.server, self.state, self.pool, self.events) = (address, server, state, pool, events)
        following = Task { await state.run() }
    }

    /// Starts to serve, on 127.0.0.1 only.
    /// - Parameters:
    ///   - recording: The recording to show first, or nil for the library.
    ///   - mode: The view of the recording.
    ///   - home: The home of the library, or nil for `RecordingLibrary.defaultHome`. The library of `recording`
    ///     takes precedence.
    ///   - port: The port, or 0 for any free one.
    /// - Throws: `FileSystemError`, also if the port is in use; `ThreadError`.
    public static func start(
        _ recording: Recording? = nil, mode: Mode = .preview, home: String? = nil, port: Int = 0
    ) async throws -> PreviewServer {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        do {
            let state = try await WorkerThread.run(named: "library") {
                try PreviewState(
                    recording?.id, mode: recording == nil ? .library : mode, home: recording?.home ?? home, pool: pool,
                    events: continuation)
            }
            let token = AccessToken()
            let server = try await HTTPServer.start(port: port, token: token, service: PreviewService(state: state))
            let place = recording.map { "/\($0.id)" } ?? ""
            return PreviewServer(
                address: "http://127.0.0.1:\(server.port)/#\(token.text)\(place)", server: server, state: state,
                pool: pool, events: events)
        } catch {
            try await pool.shutdownGracefully()
            throw error
        }
    }

    /// The number of threads: for video, for audio, and for stills and thumbnails.
    private static let threads = 3

    /// Configures the heap for a program that only serves, to keep its memory small. Call it before anything
    /// is allocated.
    public static func configureMemory() { Heap.configure() }

    /// Opens an address with the desktop's default program.
    /// - Throws: An error with a sentence as description.
    public static func openBrowser(_ address: String) async throws { try await Desktop.open(address) }

    /// Waits until no page has been open for a while, and stops the server.
    ///
    /// The server continues while an export or a recording is in progress.
    /// - Parameters:
    ///   - firstTimeout: The time to wait for the first page.
    ///   - timeout: The time to wait after the last page has closed.
    public func outcome(
        firstTimeout: Duration = .seconds(120), timeout: Duration = .seconds(60)
    ) async -> Outcome {
        await state.idle(firstTimeout: firstTimeout, timeout: timeout)
        await stop()
        return await state.outcome
    }

    /// Stops the server. Pages are notified and exports are cancelled. A recording in progress continues.
    public func stop() async {
        await state.close(reason: "it was ended")
        await server.stop()
        following.cancel()
        // The threads finish their present work.
        try? await pool.shutdownGracefully()
    }
}
