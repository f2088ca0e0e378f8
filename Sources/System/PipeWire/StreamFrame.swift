import CPipeWire
package import Geometry
package import MediaTime

/// A frame that a ``VideoStream`` gave, with what its sender tells of it. The sender does not write to its memory until its owner
/// has given it back; it is not to be read once the owner was told that the stream loses its frames.
///
/// Its one owner may hand it from thread to thread.
package struct StreamFrame: ~Copyable, @unchecked Sendable {
    let buffer: UnsafeMutablePointer<pw_buffer>

    init(_ buffer: UnsafeMutablePointer<pw_buffer>) { self.buffer = buffer }

    /// Lets the sender write to it again. On the thread that frames come on: a stream's queue has one writer.
    consuming func giveBack(to stream: OpaquePointer) { pw_stream_queue_buffer(stream, buffer) }

    /// Where its pixels are.
    package struct Pixels {
        package let bytes: UnsafePointer<UInt8>
        /// From a row to the next, in bytes.
        package let stride: Int
        /// How many bytes may be read.
        package let byteCount: Int
    }

    private var data: spa_data? {
        guard let content = buffer.pointee.buffer, content.pointee.n_datas > 0 else { return nil }
        return content.pointee.datas[0]
    }

    /// Whether its pixels are in memory that only a graphics processor reads.
    package var isInGraphicsMemory: Bool { data.map { $0.type == SPA_DATA_DmaBuf.rawValue } ?? false }

    /// Nil where the frame has no pixels: it tells of the cursor alone, or is damaged.
    package var pixels: Pixels? {
        guard let data, let start = data.data, let chunk = data.chunk, chunk.pointee.size > 0, !isDamaged,
            UInt32(bitPattern: chunk.pointee.flags) & UInt32(SPA_CHUNK_FLAG_CORRUPTED) == 0
        else { return nil }
        let offset = min(chunk.pointee.offset, data.maxsize)
        let count = min(chunk.pointee.size, data.maxsize - offset)
        return Pixels(
            bytes: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)) + Int(offset),
            stride: Int(chunk.pointee.stride), byteCount: Int(count))
    }

    private var isDamaged: Bool {
        header.map { $0.flags & UInt32(SPA_META_HEADER_FLAG_CORRUPTED) != 0 } ?? false
    }

    private var header: spa_meta_header? {
        metadata(SPA_META_Header, spa_meta_header.self).map { $0.pointee }
    }

    /// When it was on the screen; nil where its sender does not say.
    package var time: HostTime? {
        guard let time = header?.pts, time > 0 else { return nil }
        return HostTime(nanoseconds: time)
    }

    private func metadata<Kind>(_ type: spa_meta_type, _ kind: Kind.Type) -> UnsafeMutablePointer<Kind>? {
        guard let content = buffer.pointee.buffer else { return nil }
        return spa_buffer_find_meta_data(content, type.rawValue, MemoryLayout<Kind>.size)?
            .assumingMemoryBound(to: Kind.self)
    }

    /// What changed since the frame before, in pixels; nil where its sender does not say. An empty list is "nothing".
    package var damage: [PixelRect]? {
        guard let content = buffer.pointee.buffer,
            let found = spa_buffer_find_meta(content, SPA_META_VideoDamage.rawValue)?.pointee, let start = found.data
        else { return nil }
        let regions = UnsafeBufferPointer(
            start: start.assumingMemoryBound(to: spa_meta_region.self),
            count: Int(found.size) / MemoryLayout<spa_meta_region>.stride)
        return regions.prefix { $0.region.size.width > 0 && $0.region.size.height > 0 }.map {
            PixelRect(
                x: Int($0.region.position.x), y: Int($0.region.position.y), width: Int($0.region.size.width),
                height: Int($0.region.size.height))
        }
    }
}
