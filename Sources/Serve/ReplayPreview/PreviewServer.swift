import FFmpeg
import MediaTime
import NIOPosix
import ReplayErrors
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
    /// The address for viewers, or nil if the server was started without `together`. It contains a token of its own:
    /// anyone who has it can watch the recording as edited, and do nothing else.
    public let viewersAddress: String?
    /// The actions of the user, for one reader. The latest 64 are kept until they are read.
    public let events: AsyncStream<Event>
    private let server: HTTPServer
    private let state: PreviewState
    private let pool: NIOThreadPool
    private let following: Task<Void, Never>

    private init(
        address: String, viewersAddress: String?, server: HTTPServer, state: PreviewState, pool: NIOThreadPool,
        events: AsyncStream<Event>
    ) {
        (self.address, self.viewersAddress) = (address, viewersAddress)
        (self.server, self.state, self.pool, self.events) = (server, state, pool, events)
        following = Task { await state.run() }
    }

    /// Starts to serve. The server listens on 127.0.0.1, and on a network only if `listen` asks for it.
    /// - Parameters:
    ///   - recording: The recording to show first, or nil for the library.
    ///   - mode: The view of the recording.
    ///   - home: The home of the library, or nil for `RecordingLibrary.defaultHome`. The library of `recording`
    ///     takes precedence.
    ///   - port: The port on 127.0.0.1, or 0 for any free one.
    ///   - together: True to let others watch the recording at the same time, with ``viewersAddress``.
    ///   - listen: With `together`, the IPv4 address of this machine at which viewers on a network connect, in the form
    ///     `ADDRESS` or `ADDRESS:PORT`. Nil for viewers on this machine only. The traffic is not encrypted.
    /// - Throws: `FileSystemError`, also if a port is in use; `ThreadError`. An error of the category `usage` if `listen`
    ///   is not an address, or if there is no recording to watch together.
    public static func start(
        _ recording: Recording? = nil, mode: Mode = .preview, home: String? = nil, port: Int = 0,
        together: Bool = false, listen: String? = nil
    ) async throws -> PreviewServer {
        guard recording != nil || !together, together || listen == nil else { throw NothingToWatch() }
        let network = try listen.map { try ListenAddress($0) }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        do {
            let viewed = together ? recording?.id : nil
            let tokens = AccessTokens(viewersOf: viewed?.description)
            let state = try await WorkerThread.run(named: "library") {
                try PreviewState(
                    recording?.id, mode: recording == nil ? .library : mode, home: recording?.home ?? home, pool: pool,
                    session: viewed.map { WatchController($0, tokens: tokens) }, events: continuation)
            }
            let server = try await HTTPServer.start(
                port: port, address: network, tokens: tokens, service: PreviewService(state: state))
            let place = recording.map { "/\($0.id)" } ?? ""
            let local = IPv4Endpoint(port: UInt16(clamping: server.port))
            let viewersAddress = tokens.viewer.map {
                "http://\((server.networkEndpoint ?? local).text)/#\($0.text)\(place)/watch"
            }
            await state.setViewersAddress(viewersAddress)
            return PreviewServer(
                address: "http://\(local.text)/#\(tokens.owner.text)\(place)", viewersAddress: viewersAddress,
                server: server, state: state, pool: pool, events: events)
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

/// An error that occurs if there is nothing to watch together, or nobody to listen for.
private struct NothingToWatch: CategorizedError {
    var category: ErrorCategory { .usage }
    var description: String {
        "watching together needs a recording, and an address to listen at needs watching together"
    }
}
