internal import CFFmpeg
package import Descriptors

/// Tells whether bytes, which come piece by piece, are the same as before: MurmurHash3 of 128 bits, with FFmpeg's seed.
///
/// Twenty times as fast as `SHA256`. It finds damage and change, not forgery: whoever wants to can make other bytes of the
/// same hash.
package final class ContentHash {
    private let context: OpaquePointer

    /// Digits of a hash.
    package static let length = 2 * digestSize
    /// Bytes of a hash.
    package static let digestSize = 16

    package init() throws(FFmpegError) {
        guard let context = av_murmur3_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a digest")
        }
        av_murmur3_init(context)
        self.context = context
    }

    deinit { av_free(UnsafeMutableRawPointer(context)) }

    /// Goes on with these bytes. How they are divided makes no difference.
    package func update(_ bytes: UnsafeRawBufferPointer) {
        av_murmur3_update(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Goes on with these bytes.
    package func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// The hash of all, as `length` hexadecimal digits. Nothing may come after it.
    package func finish() -> String {
        digest().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The hash of all, as `digestSize` bytes. Nothing may come after it.
    package func digest() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.digestSize) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            av_murmur3_final(context, start)
            count = Self.digestSize
        }
    }
}

extension ContentHash {
    private static let bufferSize = 1 << 20

    /// The hash of these bytes.
    package static func of(_ bytes: [UInt8]) throws(FFmpegError) -> String {
        let hash = try ContentHash()
        hash.update(bytes)
        return hash.finish()
    }

    /// The hash of a whole file. Blocks; holds no more of the file than 1 MiB.
    /// - Parameters:
    ///   - file: stays where it stands.
    ///   - name: what to call the file in errors.
    /// - Throws: where it cannot be read.
    package static func of(_ file: OwnedDescriptor, name: String) throws(FFmpegError) -> String {
        let hash = try ContentHash()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        do {
            while case let count = try file.descriptor.read(fromAbsoluteOffset: offset, into: buffer), count > 0 {
                hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += Int64(count)
            }
        } catch {
            throw FFmpegError(.init(thrown: error), operation: "read", subject: name)
        }
        return hash.finish()
    }
}
