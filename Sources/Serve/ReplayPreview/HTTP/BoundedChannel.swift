import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1, with the bounds of a connection. What is done for a client ends when the client goes away.
struct BoundedChannel: ServerChildChannel {
    let http: HTTP1Channel
    let limits: HTTPLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(ConnectionBounds(limits), position: .before(codec))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let task = Task { await http.handle(value: value, logger: logger) }
        value.channel.closeFuture.whenComplete { _ in task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }
}
