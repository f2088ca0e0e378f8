import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection of a client. It passes the client's requests to the service one after the other, and limits the time of
/// each step of the client.
///
/// The handler is confined to the event loop. The service runs in a task, which returns to the event loop for each
/// write (`ResponseSender`).
final class HTTPConnection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let server: HTTPContext
    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    /// The number of exchanges so far.
    private var number = 0
    /// The timer that closes the connection if the client takes too long.
    private var timer: Scheduled<Void>?
    /// True while the head of a request is incomplete.
    private var isInHead = false
    /// True while reading is paused until the service has taken the received parts of a body.
    private var isPaused = false
    private var hasHeldRead = false
    /// True after the last response was sent. Further input is dropped.
    private var isClosing = false

    /// A request and its response.
    private struct Exchange {
        /// True if the client may send another request on this connection.
        let isKeptAlive: Bool
        let hasBody: Bool
        var isRequestWhole = false
        /// True if the head of the response announces that the connection will be closed.
        var isLast = false
        var body: HTTPBody.Parts.Source?
        var task: Task<Void, Never>?

        var mustClose: Bool { !isKeptAlive || hasBody && !isRequestWhole }
    }

    init(_ server: HTTPContext) { self.server = server }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        exchange?.body?.finish(HTTPError(.badRequest, "the connection is closed"))
        exchange?.body = nil
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        wait(server.limits.idleTime)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        exchange?.body?.finish(HTTPError(.badRequest, "the client closed the connection"))
        exchange?.task?.cancel()
        exchange = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch Self.unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let part): take(part)
        case .end: endRequest()
        }
    }

    /// Called when bytes arrive, before they are decoded.
    func bytesCame() {
        guard exchange == nil, !isInHead, !isClosing else { return }
        isInHead = true
        wait(server.limits.headTime)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError where exchange == nil && !isClosing: refuse(error)
        // The request itself follows, and is answered.
        case is NIOWebSocketUpgradeError: break
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerStop { context.close(promise: nil) } else { context.fireUserInboundEventTriggered(event) }
    }

    func read(context: ChannelHandlerContext) {
        if isPaused { hasHeldRead = true } else { context.read() }
    }

    private func wait(_ time: TimeAmount) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }
}

// MARK: - A request

extension HTTPConnection {
    private func begin(_ head: HTTPRequestHead) {
        timer?.cancel()
        isInHead = false
        let hasBody =
            head.headers.contains(name: "Transfer-Encoding") || head.headers["Content-Length"].contains { $0 != "0" }
        // NIO reads nothing more after a request with an `Upgrade` header.
        let isLast = head.headers.contains(name: "Upgrade") || head.method == .CONNECT || head.version == .http1_0
        number += 1
        exchange = Exchange(isKeptAlive: head.isKeepAlive && !isLast, hasBody: hasBody)
        if hasBody { wait(server.limits.idleTime) }
        do throws(HTTPError) {
            guard case .service(let target) = try server.gate.admit(head) else { throw noUpgrade }
            if hasBody, head.version != .http1_0, head.headers["Expect"].contains(where: Self.isContinue) {
                sendContinue()
            }
            let request = HTTPRequest(
                method: head.method == .HEAD ? .GET : head.method, path: target.path, query: target.query,
                headers: head.headers, body: HTTPBody(hasBody ? makeBody() : nil))
            answer(head) { [service = server.service] in await service.answer(request) }
        } catch {
            answer(head) { .error(error) }
        }
    }

    private var noUpgrade: HTTPError {
        server.census.hasRoomForSocket
            ? HTTPError(
                .badRequest, "this address requires a WebSocket of version 13, as the connection’s first request")
            : HTTPError(.serviceUnavailable, "too many pages are open")
    }

    private func refuse(_ error: HTTPParserError) {
        timer?.cancel()
        exchange = Exchange(isKeptAlive: false, hasBody: false, isRequestWhole: true)
        let response: HTTPResponse =
            error == .headerOverflow
            ? .error(.requestHeaderFieldsTooLarge, "the request’s head is longer than \(server.limits.headSize) bytes")
            : .error(.badRequest, "this is not an HTTP/1.1 request")
        answer(nil) { response }
    }

    private func makeBody() -> HTTPBody.Parts? {
        guard let context else { return nil }
        let demand = BodyDemand(
            connection: NIOLoopBound(self, eventLoop: context.eventLoop), eventLoop: context.eventLoop, number: number)
        let body = HTTPBody.Parts.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 8), finishOnDeinit: false, delegate: demand)
        exchange?.body = body.source
        return body.sequence
    }

    private static func isContinue(_ expectation: String) -> Bool { expectation.lowercased() == "100-continue" }

    private func sendContinue() {
        guard let context else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
    }

    private func take(_ part: ByteBuffer) {
        wait(server.limits.idleTime)
        guard case .stopProducing = exchange?.body?.yield(part) else { return }
        timer?.cancel()
        isPaused = true
    }

    private func endRequest() {
        timer?.cancel()
        exchange?.isRequestWhole = true
        exchange?.body?.finish()
        exchange?.body = nil
    }

    /// Resumes reading a request's body, because the service has taken enough of it.
    func resumeBody(of number: Int) {
        if number == self.number { resumeBody() }
    }

    /// Drops the rest of a request's body, which the service no longer reads.
    func dropBody(of number: Int) {
        if number == self.number { dropBody() }
    }

    private func resumeBody() {
        guard isPaused else { return }
        isPaused = false
        if exchange?.isRequestWhole == false { wait(server.limits.idleTime) }
        guard hasHeldRead else { return }
        hasHeldRead = false
        context?.read()
    }

    /// Finishes the body and resumes reading. NIO traps if a source is released without being finished.
    private func dropBody() {
        exchange?.body?.finish(HTTPError(.badRequest, "the rest of the request’s body was dropped"))
        exchange?.body = nil
        resumeBody()
    }
}

// MARK: - Its response

extension HTTPConnection {
    /// Sends a response in a task. The task is cancelled when the client disconnects.
    private func answer(_ head: HTTPRequestHead?, _ response: @escaping @Sendable () async -> HTTPResponse) {
        guard let context else { return }
        let sender = ResponseSender(
            connection: NIOLoopBound(self, eventLoop: context.eventLoop), eventLoop: context.eventLoop,
            files: server.files)
        let census = server.census
        census.callBegins()
        exchange?.task = Task {
            await sender.send(await response(), to: head)
            census.callEnds()
        }
    }

    /// Writes parts of the response.
    /// - Returns: A future that succeeds when the client has received them, and fails when the connection closes; nil
    ///   if it has already closed.
    func write(_ parts: [HTTPServerResponsePart]) -> EventLoopFuture<Void>? {
        guard let context, exchange != nil else { return nil }
        let promise = context.eventLoop.makePromise(of: Void.self)
        limit(promise.futureResult)
        for (index, part) in parts.enumerated() {
            write(part, promise: index == parts.count - 1 ? promise : nil)
        }
        context.flush()
        return promise.futureResult
    }

    private func write(_ part: HTTPServerResponsePart, promise: EventLoopPromise<Void>?) {
        switch part {
        case .head(var head):
            let isLast = exchange?.mustClose ?? true
            exchange?.isLast = isLast
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context?.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        case .body: context?.write(Self.wrapOutboundOut(part), promise: promise)
        case .end: endExchange(promise)
        }
    }

    /// Ends the exchange before the end of the response is written. That write may deliver the next request if the
    /// client pipelines.
    private func endExchange(_ promise: EventLoopPromise<Void>?) {
        isClosing = exchange?.isLast ?? true
        dropBody()
        exchange = nil
        if isClosing, let context {
            let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
            promise?.futureResult.whenSuccess { connection.value.closeOutput() }
        } else {
            wait(server.limits.idleTime)
        }
        context?.write(Self.wrapOutboundOut(.end(nil)), promise: promise)
    }

    /// Closes the output so that the client can read the whole response. The connection must not be closed while there
    /// is unread input, because that would reset it (RFC 9112, section 9.6).
    private func closeOutput() {
        context?.close(mode: .output, promise: nil)
        wait(server.limits.closeTime)
    }

    /// Closes the connection if the client does not receive what is written.
    private func limit(_ write: EventLoopFuture<Void>) {
        let timer = context?.eventLoop.assumeIsolated().scheduleTask(in: server.limits.writeTime) { [weak self] in
            self?.cutOff()
        }
        write.whenComplete { _ in timer?.cancel() }
    }

    /// Closes the connection in the middle of a response, so that the client sees that the response is incomplete.
    func cutOff() { context?.close(promise: nil) }
}
