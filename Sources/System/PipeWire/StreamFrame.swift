import CPipeWire
package import Geometry
package import MediaTime

/// A frame of a ``VideoStream`` with its metadata. The sender does not write to its memory until the frame is given
/// back. The frame must not be read after the receiver has handled `streamLosesFrames()`.
///
/// The frame has one owner, which may pass it from thread to thread.
package struct StreamFrame: ~Copyable, @unchecked Sendable {
    let buffer: UnsafeMutablePointer<pw_buffer>

    init(_ buffer: UnsafeMutablePointer<pw_buffer>) { self.buffer = buffer }

    /// Returns the buffer to the sender. Call it on PipeWire's data thread, because a stream's queue has only one writer.
    consuming func giveBack(to stream: OpaquePointer) { pw_stream_queue_buffer(stream, buffer) }

    /// The pixels of a frame in memory.
    package struct Pixels {
        package let bytes: UnsafePointer<UInt8>
        /// The distance from one row to the next in bytes.
        package let stride: Int
        /// The number of readable bytes.
        package let byteCount: Int
    }

    private var data: spa_data? {
        guard let content = buffer.pointee.buffer, content.pointee.n_datas > 0 else { return nil }
        return content.pointee.datas[0]
    }

    /// True if the pixels are in graphics memory (DMA-BUF), which the CPU cannot read directly.
    package var isInGraphicsMemory: Bool { data.map { $0.type == SPA_DATA_DmaBuf.rawValue } ?? false }

    /// The pixels. Nil if the frame has only cursor data, or is damaged.
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
        metadata(SPA_META_Header, as: spa_meta_header.self).map { $0.pointee }
    }

    /// The time at which the frame was on the screen, or nil if the sender does not report it.
    package var time: HostTime? {
        guard let time = header?.pts, time > 0 else { return nil }
        return HostTime(nanoseconds: time)
    }

    private func metadata<Kind>(_ type: spa_meta_type, as kind: Kind.Type) -> UnsafeMutablePointer<Kind>? {
        guard let content = buffer.pointee.buffer else { return nil }
        return spa_buffer_find_meta_data(content, type.rawValue, MemoryLayout<Kind>.size)?
            .assumingMemoryBound(to: Kind.self)
    }

    /// The rectangles that changed since the previous frame, in pixels. Nil if the sender does not report them; empty
    /// if nothing changed.
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
