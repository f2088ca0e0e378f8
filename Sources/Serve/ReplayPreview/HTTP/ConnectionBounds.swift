import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The bounds of one connection, which Hummingbird does not have.
///
/// The handler limits the time of each step of the client, and answers requests that cannot be parsed. It closes a
/// connection whose request was not read to its end. It runs on the event loop, between the parser and Hummingbird.
final class ConnectionBounds: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: HTTPLimits
    /// The number of requests that have begun, of those that are whole, and of those that are answered.
    private var (begun, whole, answered) = (0, 0, 0)
    /// True if no request follows the one that has begun last.
    private var isLast = false
    /// True if the client does not understand chunks.
    private var isOld = false
    /// True if the client waits for 100 Continue before it sends a body.
    private var awaitsContinue = false
    /// True if the connection ends with the response that is sent now.
    private var endsWithResponse = false
    /// True after the connection's last response. What still comes is dropped.
    private var isClosing = false
    /// True while somebody wants to read more.
    private var isReading = false
    /// True if a head has begun and not ended.
    private var isInHead = false
    private var hasReadPart = false
    private var step = Step.none
    private var timer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?

    /// A step of the client that is awaited.
    private enum Step { case none, restOfHead, more, end }

    init(_ limits: HTTPLimits) { self.limits = limits }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        writeTimer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        writeTimer?.cancel()
        // Hummingbird takes the end of the connection for the end of a body.
        if whole < begun { context.fireErrorCaught(ChannelError.inputClosed) }
        context.fireChannelInactive()
    }
}

// MARK: - Requests

extension ConnectionBounds {
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasReadPart = true
        // The connection ends before another request is answered.
        guard !isClosing, !isLast || whole < begun else { return }
        switch Self.unwrapInboundIn(data) {
        case .head(let head): begin(head, in: context)
        case .body: break
        case .end: whole = begun
        }
        context.fireChannelRead(data)
    }

    private func begin(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        begun += 1
        isInHead = false
        isOld = head.version == .http1_0
        // NIO reads nothing more after a request that wishes for another protocol.
        isLast = isOld || !head.isKeepAlive || head.headers.contains(name: "Upgrade") || head.method == .CONNECT
        awaitsContinue = !isOld && head.headers["Expect"].contains { $0.lowercased() == "100-continue" }
        sendContinue(context)
    }

    /// Tells the client to send the body, once the requests before are answered.
    private func sendContinue(_ context: ChannelHandlerContext) {
        guard awaitsContinue, begun == answered + 1 else { return }
        awaitsContinue = false
        context.writeAndFlush(Self.wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        // Bytes have come, but the parser has not found a whole head.
        if !hasReadPart, begun == whole { isInHead = true }
        hasReadPart = false
        update(context)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        update(context)
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, begun == answered, !isClosing else {
            return context.fireErrorCaught(error)
        }
        switch error {
        case .headerOverflow:
            refuse(
                .requestHeaderFieldsTooLarge, because: "the request’s head is longer than \(limits.headSize) bytes",
                in: context)
        default: refuse(.badRequest, because: "this is not an HTTP/1.1 request", in: context)
        }
    }

    /// Answers bytes that are no request, and ends the connection.
    private func refuse(_ status: HTTPResponseStatus, because sentence: String, in context: ChannelHandlerContext) {
        // A text always has a JSON form.
        let body = (try? JSONText.bytes(of: ["error": sentence])) ?? []
        var headers = HTTPHeaders(HTTPFields.security)
        headers.add(contentsOf: [
            ("Content-Type", "application/json"), ("Content-Length", "\(body.count)"), ("Connection", "close"),
        ])
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        end(with: .end(nil), promise: nil, in: context)
    }
}

// MARK: - Responses

extension ConnectionBounds {
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = Self.unwrapOutboundIn(data)
        switch part {
        case .head(let head): context.write(Self.wrapOutboundOut(.head(finished(head))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            answered += 1
            guard !endsWithResponse else { return end(with: part, promise: promise, in: context) }
            context.write(data, promise: promise)
            sendContinue(context)
            update(context)
        }
    }

    /// The head of a response, which says whether the connection ends with it.
    private func finished(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head
        let isOfLast = begun == answered + 1
        endsWithResponse = whole <= answered || isLast && isOfLast
        if isOld, isOfLast { head.version = .http1_0 }
        if endsWithResponse { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        return head
    }

    /// Ends the connection so that the client reads the whole response. The connection stays open while there is
    /// something to read from it, because the client would see a reset otherwise (RFC 9112, section 9.6).
    private func end(
        with part: HTTPServerResponsePart, promise: EventLoopPromise<Void>?, in context: ChannelHandlerContext
    ) {
        isClosing = true
        context.writeAndFlush(Self.wrapOutboundOut(part), promise: promise)
        context.close(mode: .output, promise: nil)
        update(context)
    }
}

// MARK: - Time

extension ConnectionBounds {
    /// Begins to measure the step that is awaited now.
    private func update(_ context: ChannelHandlerContext) {
        let next = nextStep
        // In the step `.more`, each byte of the client restarts the time limit.
        guard next != step || next == .more else { return }
        step = next
        timer?.cancel()
        timer = time(for: next).map { close(context, after: $0) }
    }

    private var nextStep: Step {
        if isClosing { return .end }
        if isInHead, begun == answered { return .restOfHead }
        return isReading && (begun == answered || whole < begun) ? .more : .none
    }

    private func time(for step: Step) -> Duration? {
        switch step {
        case .none: nil
        case .restOfHead: limits.headTime
        case .more: limits.idleTime
        case .end: limits.closeTime
        }
    }

    private func close(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { context.close(promise: nil) }
    }

    /// Closes the connection if the client does not take what is written.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeTimer?.cancel()
        writeTimer = context.channel.isWritable ? nil : close(context, after: limits.writeTime)
        context.fireChannelWritabilityChanged()
    }
}
