import Hummingbird
import Synchronization

/// The event streams that are open.
final class EventStreams: Sendable {
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        var last = 0
        var open: [Int: Weak] = [:]
        /// The stream to finish when no event stream is open any longer, while `finish` waits for that.
        var lastEnd: AsyncStream<Never>.Continuation?
    }

    private struct Weak {
        weak var stream: EventStream?
        let isViewers: Bool
    }

    /// The number of pages that are connected.
    var count: Int { state.withLock { $0.open.count } }

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// Answers a page's request for events.
    /// - Throws: `HTTPError` of status 503 if too many pages are open.
    func response(to request: APIRequest, by service: some HTTPService) throws(HTTPError) -> Response {
        let stream = try open(isViewers: request.isViewers)
        let pingTime = limits.pingTime
        let body = ResponseBody { writer in
            try await stream.write(pingTime: pingTime) {
                await service.serve($0, for: request)
            } to: {
                try await writer.write($0)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }

    private func open(isViewers: Bool) throws(HTTPError) -> EventStream {
        let stream: EventStream? = state.withLock { state in
            guard state.open.count < limits.streams else { return nil }
            guard !isViewers || state.open.values.count(where: \.isViewers) < limits.viewerStreams else { return nil }
            state.last += 1
            let number = state.last
            let stream = EventStream(number: number, limit: limits.unsentSize) { [weak self] in
                self?.remove(number)
            }
            state.open[number] = Weak(stream: stream, isViewers: isViewers)
            return stream
        }
        guard let stream else { throw HTTPError(.serviceUnavailable, message: "too many pages are open") }
        return stream
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.open[number] = nil
            if state.open.isEmpty { state.lastEnd?.finish() }
        }
    }

    /// Ends all streams, and waits until their pages have taken what was sent, but at most for `limits.closeTime`.
    ///
    /// The function waits even if the caller's task is cancelled.
    func finish() async {
        let (end, ended) = AsyncStream.makeStream(of: Never.self)
        finishStreams(notifying: ended)
        let limit = Task {
            try await Task.sleep(for: limits.closeTime)
            ended.finish()
        }
        await Task { for await _ in end {} }.value
        limit.cancel()
    }

    /// Ends all streams. Keeps none, because a stream is removed when nobody uses it any longer.
    private func finishStreams(notifying ended: AsyncStream<Never>.Continuation) {
        let streams = state.withLock { state in
            if state.open.isEmpty { ended.finish() }
            state.lastEnd = ended
            return state.open.values.compactMap(\.stream)
        }
        for stream in streams { stream.finish() }
    }
}
