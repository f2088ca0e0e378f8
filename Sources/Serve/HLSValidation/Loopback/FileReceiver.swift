import Descriptors
import NIOCore
import NIOHTTP1
import SystemPackage

/// A handler that writes the body of a response to a file, on an event loop that nothing else uses.
final class FileReceiver: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let file: OwnedDescriptor
    /// Completed with the size after the whole body. NIO checks that its length matches the header.
    private let result: EventLoopPromise<Int64>
    private var size: Int64 = 0

    private static let limit: Int64 = 512 << 20

    init(_ file: OwnedDescriptor, result: EventLoopPromise<Int64>) { (self.file, self.result) = (file, result) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            switch Self.unwrapInboundIn(data) {
            case .head(let head): try check(head.status)
            case .body(let part): try write(part)
            case .end: result.succeed(size)
            }
        } catch {
            fail(error, in: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(Errno.ioError, in: context) }

    func channelInactive(context: ChannelHandlerContext) { result.fail(Errno.ioError) }

    private func check(_ status: HTTPResponseStatus) throws(Errno) {
        guard status != .notFound else { throw .noSuchFileOrDirectory }
        guard status == .ok else { throw .improperLink }
    }

    private func write(_ part: ByteBuffer) throws {
        size += Int64(part.readableBytes)
        guard size <= Self.limit else { throw Errno.fileTooLarge }
        try file.descriptor.writeAll(part.readableBytesView)
    }

    private func fail(_ error: any Error, in context: ChannelHandlerContext) {
        result.fail(error)
        context.close(promise: nil)
    }
}
