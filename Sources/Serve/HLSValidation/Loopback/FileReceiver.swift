import AsyncHTTPClient
import Descriptors
import NIOCore
import NIOHTTP1
import Synchronization
import SystemPackage

/// Writes the content of a response to a file, on an event loop that nothing else uses.
final class FileReceiver: HTTPClientResponseDelegate {

    private let file: OwnedDescriptor
    private let size = Mutex<Int64>(0)

    private static let limit: Int64 = 512 << 20

    init(_ file: OwnedDescriptor) { self.file = file }

    func didReceiveHead(task: HTTPClient.Task<Int64>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        task.eventLoop.makeCompletedFuture { try check(head.status) }
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Int64>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        task.eventLoop.makeCompletedFuture { try write(part) }
    }

    /// The size of the file, in bytes.
    func didFinishRequest(task _: HTTPClient.Task<Int64>) -> Int64 { size.withLock { $0 } }

    private func check(_ status: HTTPResponseStatus) throws(Errno) {
        guard status != .notFound else { throw .noSuchFileOrDirectory }
        guard status == .ok else { throw .improperLink }
    }

    private func write(_ part: ByteBuffer) throws {
        let size = size.withLock { size in
            size += Int64(part.readableBytes)
            return size
        }
        guard size <= Self.limit else { throw Errno.fileTooLarge }
        try file.descriptor.writeAll(part.readableBytesView)
    }
}
