internal import CFFmpeg

/// A SHA-256 digest of data that arrives in pieces.
package final class SHA256 {
    private let context: OpaquePointer

    package init() throws(FFmpegError) {
        guard let context = av_sha_alloc(), av_sha_init(context, 256) == 0 else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a digest")
        }
        self.context = context
    }

    deinit { av_free(UnsafeMutableRawPointer(context)) }

    /// Adds bytes to the digest.
    package func update(_ bytes: [UInt8]) { av_sha_update(context, bytes, bytes.count) }

    /// Returns the digest of all bytes as 64 hexadecimal digits. The object must not be used afterwards.
    package func finish() -> String {
        let digest = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            av_sha_final(context, start)
            count = 32
        }
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
