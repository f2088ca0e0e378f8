import CPipeWire
package import Geometry
package import PointerShapes

extension StreamFrame {
    /// The cursor data of a frame.
    package struct Cursor {
        /// The position of the hotspot in pixels of the frame.
        package let place: PixelPoint
        /// The new shape, or nil if it is unchanged.
        package let shape: PointerShape?
    }

    /// The cursor data, or nil if there is no cursor in the frame.
    package var cursor: Cursor? {
        guard let content = buffer.pointee.buffer,
            let found = spa_buffer_find_meta(content, SPA_META_Cursor.rawValue)?.pointee, let start = found.data,
            Int(found.size) >= MemoryLayout<spa_meta_cursor>.size
        else { return nil }
        let memory = UnsafeRawBufferPointer(start: start, count: Int(found.size))
        let cursor = memory.loadUnaligned(as: spa_meta_cursor.self)
        guard cursor.id != 0 else { return nil }
        return Cursor(
            place: PixelPoint(x: Int(cursor.position.x), y: Int(cursor.position.y)),
            shape: PointerShape(of: cursor, in: memory))
    }
}

extension PointerShape {
    /// Reads the bitmap of a cursor.
    /// - Returns: Nil if there is no new bitmap, if its format is unknown, or if it does not fit in the memory.
    init?(of cursor: spa_meta_cursor, in memory: UnsafeRawBufferPointer) {
        let start = Int(cursor.bitmap_offset)
        guard start >= MemoryLayout<spa_meta_cursor>.size, start + MemoryLayout<spa_meta_bitmap>.size <= memory.count
        else {
            return nil
        }
        let bitmap = memory.loadUnaligned(fromByteOffset: start, as: spa_meta_bitmap.self)
        let (width, height, stride) = (Int(bitmap.size.width), Int(bitmap.size.height), Int(bitmap.stride))
        let hotspot = PixelPoint(x: Int(cursor.hotspot.x), y: Int(cursor.hotspot.y))
        guard bitmap.format != 0, bitmap.offset != 0, width > 0, height > 0 else {
            self.init(pixels: [], size: PixelSize(width: 0, height: 0), hotspot: hotspot)
            return
        }
        let first = start + Int(bitmap.offset)
        guard max(width, height) <= 4096, stride >= width * 4,
            first + stride * (height - 1) + width * 4 <= memory.count,
            let order = CursorByteOrder(bitmap.format)
        else { return nil }
        let pixels = (0..<width * height).map { index in
            let place = first + index / width * stride + index % width * 4
            return order.pixel(memory.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
        self.init(pixels: pixels, size: PixelSize(width: width, height: height), hotspot: hotspot)
    }
}

/// The order of the bytes of a cursor's pixel.
private enum CursorByteOrder {
    case bgra, rgba, argb, abgr

    init?(_ format: UInt32) {
        switch format {
        case SPA_VIDEO_FORMAT_BGRA.rawValue: self = .bgra
        case SPA_VIDEO_FORMAT_RGBA.rawValue: self = .rgba
        case SPA_VIDEO_FORMAT_ARGB.rawValue: self = .argb
        case SPA_VIDEO_FORMAT_ABGR.rawValue: self = .abgr
        default: return nil
        }
    }

    /// Converts a pixel.
    /// - Parameter word: Four bytes in the order of memory.
    /// - Returns: The pixel as 0xAARRGGBB.
    func pixel(_ word: UInt32) -> UInt32 {
        let word = UInt32(littleEndian: word)
        switch self {
        case .bgra: return word
        case .rgba: return Self.exchanged(word)
        case .argb: return word.byteSwapped
        case .abgr: return Self.exchanged(word.byteSwapped)
        }
    }

    /// Exchanges red and blue.
    private static func exchanged(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | pixel >> 16 & 0xFF
    }
}
