import CPipeWire
import CPixels
import Geometry
import ReplaySources
import Testing

@testable import PipeWire
@testable import ReplayCapture

/// Checks which frame a capture keeps, and which part of it is converted.
@Suite struct SharedFrameTests {
    private static let size = PixelSize(width: 16, height: 16)
    private static let black: UInt8 = 16

    /// A capture that has the first frame, which is black, and planes that show it.
    private struct Capture: ~Copyable {
        private var shared = SharedFrame(of: nil)
        private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 16 * 24)

        init(_ first: SentFrame) {
            shared.change(to: SharedFrameTests.size)
            _ = take(first)
            shared.fit(into: SharedFrameTests.size)
            update()
        }

        deinit { memory.deallocate() }

        /// - Returns: The buffer that is returned to PipeWire, or nil.
        mutating func take(_ sent: SentFrame) -> UnsafeMutablePointer<pw_buffer>? {
            switch shared.take(StreamFrame(sent.buffer)) {
            case .some(let given): given.buffer
            case nil: nil
            }
        }

        mutating func loseFrames() { shared.loseFrames() }

        mutating func update() {
            let chroma = memory + 16 * 16
            _ = shared.convertChange(
                into: pixels_nv12(luma: memory, luma_stride: 16, chroma: chroma, chroma_stride: 16))
        }

        /// The pixels of the planes that are not black.
        var bright: Set<PixelPoint> {
            Set(
                (0..<16 * 16).filter { memory[$0] > SharedFrameTests.black }
                    .map { PixelPoint(x: $0 % 16, y: $0 / 16) })
        }
    }

    private func points(of rectangle: PixelRect) -> Set<PixelPoint> {
        let columns = rectangle.x0..<rectangle.x1
        return Set((rectangle.y0..<rectangle.y1).flatMap { y in columns.map { PixelPoint(x: $0, y: y) } })
    }

    @Test("A frame is kept until the next has come; one that tells of the cursor alone is given back at once")
    func kept() throws {
        let (first, second) = (SentFrame(), SentFrame())
        var capture = Capture(first)
        let moved = SentFrame(cursor: PixelPoint(x: 4, y: 4))
        moved.dropPixels()
        let givenOfMoved = capture.take(moved)
        #expect(givenOfMoved == moved.buffer)
        let givenOfSecond = capture.take(second)
        #expect(givenOfSecond == first.buffer)
        let givenOfFirst = capture.take(first)
        #expect(givenOfFirst == second.buffer)
    }

    @Test("What changed in a frame that was skipped is converted with the next", arguments: [true, false])
    func skipped(_ hasDamage: Bool) throws {
        let (top, bottom) = (
            PixelRect(x: 2, y: 2, width: 4, height: 2), PixelRect(x: 8, y: 10, width: 2, height: 4)
        )
        let first = SentFrame()
        var capture = Capture(first)
        let second = SentFrame(damage: hasDamage ? top : nil)
        second.fill(top)
        _ = capture.take(second)
        let third = SentFrame(damage: hasDamage ? bottom : nil)
        third.fill(top)
        third.fill(bottom)
        _ = capture.take(third)
        capture.update()
        let bright = capture.bright
        #expect(bright == points(of: top).union(points(of: bottom)))
    }

    @Test("The place that the cursor left shows the kept frame again")
    func cursor() throws {
        let mark = PixelRect(x: 0, y: 0, width: 2, height: 2)
        let first = SentFrame()
        first.fill(mark)
        var capture = Capture(first)
        for (place, shown) in [
            (PixelPoint(x: 6, y: 6), PixelRect(x: 6, y: 6, width: 2, height: 2)),
            (PixelPoint(x: 10, y: 4), PixelRect(x: 10, y: 4, width: 2, height: 2)),
        ] {
            let moved = SentFrame(cursor: place)
            moved.dropPixels()
            _ = capture.take(moved)
            capture.update()
            let bright = capture.bright
            #expect(bright == points(of: mark).union(points(of: shown)))
        }
    }

    @Test("Nothing is read of a frame whose memory went, and the first in new memory is wholly new")
    func lost() throws {
        let first = SentFrame()
        var capture = Capture(first)
        let part = PixelRect(x: 2, y: 2, width: 2, height: 2)
        let second = SentFrame(damage: part)
        second.fill(part)
        _ = capture.take(second)
        capture.loseFrames()
        capture.update()
        let without = capture.bright
        #expect(without.isEmpty)
        let third = SentFrame(damage: part)
        third.fill(PixelRect(Self.size))
        let given = capture.take(third)
        #expect(given == nil)
        capture.update()
        let bright = capture.bright
        #expect(bright == points(of: PixelRect(Self.size)))
    }
}

/// A black frame of 16x16 pixels as PipeWire delivers it, in its own memory.
private final class SentFrame {
    let buffer = UnsafeMutablePointer<pw_buffer>.allocate(capacity: 1)
    private let content = UnsafeMutablePointer<spa_buffer>.allocate(capacity: 1)
    private let data = UnsafeMutablePointer<spa_data>.allocate(capacity: 1)
    private let chunk = UnsafeMutablePointer<spa_chunk>.allocate(capacity: 1)
    private let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 16)
    private let metadata = UnsafeMutablePointer<spa_meta>.allocate(capacity: 1)
    private let facts = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)

    /// - Parameters:
    ///   - damage: The area that changed since the previous frame; nil if the sender does not report it.
    ///   - cursor: The position of a white cursor of 2x2 pixels. The damage does not include it.
    init(damage: PixelRect? = nil, cursor: PixelPoint? = nil) {
        pixels.initialize(repeating: 0, count: 16 * 16)
        chunk.initialize(to: spa_chunk(offset: 0, size: 16 * 16 * 4, stride: 16 * 4, flags: 0))
        var data = spa_data()
        (data.type, data.maxsize, data.data, data.chunk) = (SPA_DATA_MemFd.rawValue, 16 * 16 * 4, .init(pixels), chunk)
        self.data.initialize(to: data)
        facts.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
        metadata.initialize(to: spa_meta())
        metadata.pointee.data = facts
        var content = spa_buffer()
        (content.n_datas, content.datas) = (1, self.data)
        (content.n_metas, content.metas) = (damage == nil && cursor == nil ? 0 : 1, metadata)
        self.content.initialize(to: content)
        var buffer = pw_buffer()
        buffer.buffer = self.content
        self.buffer.initialize(to: buffer)
        if let damage { tell(of: damage) }
        if let cursor { tell(ofCursorAt: cursor) }
    }

    deinit {
        buffer.deallocate()
        content.deallocate()
        data.deallocate()
        chunk.deallocate()
        pixels.deallocate()
        metadata.deallocate()
        facts.deallocate()
    }

    private func tell(of damage: PixelRect) {
        (metadata.pointee.type, metadata.pointee.size) = (
            SPA_META_VideoDamage.rawValue, UInt32(MemoryLayout<spa_meta_region>.size)
        )
        let region = spa_region(
            position: spa_point(x: Int32(damage.x0), y: Int32(damage.y0)),
            size: spa_rectangle(width: UInt32(damage.width), height: UInt32(damage.height)))
        facts.storeBytes(of: spa_meta_region(region: region), as: spa_meta_region.self)
    }

    private func tell(ofCursorAt place: PixelPoint) {
        (metadata.pointee.type, metadata.pointee.size) = (SPA_META_Cursor.rawValue, 256)
        let (head, bitmap) = (MemoryLayout<spa_meta_cursor>.size, MemoryLayout<spa_meta_bitmap>.size)
        facts.storeBytes(
            of: spa_meta_cursor(
                id: 1, flags: 0, position: spa_point(x: Int32(place.x), y: Int32(place.y)),
                hotspot: spa_point(x: 0, y: 0), bitmap_offset: UInt32(head)), as: spa_meta_cursor.self)
        facts.storeBytes(
            of: spa_meta_bitmap(
                format: SPA_VIDEO_FORMAT_BGRA.rawValue, size: spa_rectangle(width: 2, height: 2), stride: 8,
                offset: UInt32(bitmap)), toByteOffset: head, as: spa_meta_bitmap.self)
        for index in 0..<4 {
            facts.storeBytes(of: .max, toByteOffset: head + bitmap + index * 4, as: UInt32.self)
        }
    }

    /// Makes a part of the frame white.
    func fill(_ part: PixelRect) {
        for y in part.y0..<part.y1 { (pixels + y * 16 + part.x0).update(repeating: 0xFFFFFF, count: part.width) }
    }

    /// Removes the pixels, so that only the cursor's data remains.
    func dropPixels() { chunk.pointee.size = 0 }
}
