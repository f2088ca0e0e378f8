package import Files
import Geometry
package import PointerShapes

/// The file of the pointer's shapes. It exists only if the pointer was recorded apart from the frames. Everything from the
/// first damaged shape on is ignored.
///
/// A shape is a header of six numbers of 2 bytes, its name, and its pixels. The header has the width, the height, and both
/// coordinates of the hot spot. The length of the name and a checksum of all other bytes follow. A pixel
/// is premultiplied ARGB in 4 bytes. All numbers are little-endian. Entries of the pointer's file number the shapes from 1.
extension Recording {
    /// The name of the file of shapes.
    package static let shapesName = "shapes.bin"
    /// The largest size of the file, in bytes. Shapes beyond this size are neither written nor read.
    package static let maxShapesFileSize = 16 << 20

    /// The shapes in the order of their numbers, up to the first damaged one.
    package var pointerShapes: [PointerShape] {
        get throws(FileSystemError) {
            guard folder.status(of: Self.shapesName)?.type == .regular else { return [] }
            var rest = try folder.contents(of: Self.shapesName, first: Self.maxShapesFileSize)[...]
            var shapes: [PointerShape] = []
            while shapes.count < Int(UInt16.max), let shape = PointerShape(reading: &rest) { shapes.append(shape) }
            return shapes
        }
    }

    /// True if there is a file of shapes.
    package var hasPointerShapes: Bool { folder.status(of: Self.shapesName)?.type == .regular }

    /// True if the pointer was recorded apart from the frames, so that it is drawn when they are shown. The file of its
    /// shapes may be missing or damaged.
    package var hasPointerApart: Bool {
        get throws(FileSystemError) {
            if hasPointerShapes { return true }
            var isNamed = false
            // A shape is noted before the first position.
            try readEntries { (entry: PointerEntry) in
                isNamed = entry.kind == .shaped
                return !isNamed && entry.kind != .moved
            }
            return isNamed
        }
    }

    /// The greatest number of a shape in the pointer's file, or 0.
    package var lastPointerShape: Int {
        get throws(FileSystemError) {
            var last = 0
            try readEntries { (entry: PointerEntry) in
                if entry.kind == .shaped { last = max(last, Int(entry.x)) }
                return true
            }
            return last
        }
    }

    /// Removes damaged shapes, so that new ones can follow. A killed recorder may have written a part of a shape. Each lost
    /// shape that an entry names is replaced by `missing`, so that new ones get other numbers.
    /// - Returns: The shapes that remain.
    package func endPointerShapes() throws(FileSystemError) -> [PointerShape] {
        guard try hasPointerApart else { return [] }
        let shapes = try pointerShapes
        if folder.contains(Self.shapesName) {
            try folder.truncate(Self.shapesName, to: Int64(shapes.reduce(0) { $0 + $1.bytes.count }))
        }
        let missing = Array(repeating: PointerShape.missing, count: max(0, try lastPointerShape - shapes.count))
        if !missing.isEmpty {
            try folder.append(missing.flatMap(\.bytes), to: Self.shapesName, isDurable: false)
        }
        return shapes + missing
    }
}

extension PointerShape {
    /// An invisible shape that has the number of a lost one.
    package static let missing = PointerShape(
        pixels: [], size: PixelSize(width: 0, height: 0), hotspot: PixelPoint(x: 0, y: 0), name: "missing")

    /// The size of a header, in bytes.
    fileprivate static let headerLength = 12
    /// The maximum width and height, in pixels, and the maximum length of a name, in bytes.
    package static let maxSide = 512
    private static let maxNameLength = 64

    /// True if the file can store it.
    package var canBeStored: Bool { size.width <= Self.maxSide && size.height <= Self.maxSide }

    /// The shape as the file stores it.
    package var bytes: [UInt8] {
        let name = Array(name.utf8.prefix(Self.maxNameLength))
        let fields = [size.width, size.height, hotspot.x, hotspot.y, name.count].map { UInt16(clamping: $0) }
        let header = fields.flatMap(PointerEntry.bytes)
        let body = name + pixels.flatMap(PointerEntry.bytes)
        return header + PointerEntry.bytes(of: PointerEntry.checksum(of: (header + body)[...])) + body
    }

    /// Reads a shape and removes its bytes, or returns nil if they are not a valid shape.
    fileprivate init?(reading bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= Self.headerLength else { return nil }
        let header = bytes.prefix(Self.headerLength)
        let fields = stride(from: header.startIndex, to: header.endIndex, by: 2).map {
            Int(PointerEntry.number(header[$0..<$0 + 2]))
        }
        let (size, hotspot) = (PixelSize(width: fields[0], height: fields[1]), PixelPoint(x: fields[2], y: fields[3]))
        guard fields[0] <= Self.maxSide, fields[1] <= Self.maxSide, fields[4] <= Self.maxNameLength else { return nil }
        let body = bytes.dropFirst(Self.headerLength).prefix(fields[4] + 4 * size.width * size.height)
        guard body.count == fields[4] + 4 * size.width * size.height,
            PointerEntry.checksum(of: (header.prefix(10) + body)[...]) == UInt16(fields[5])
        else { return nil }
        let (name, samples) = (body.prefix(fields[4]), body.dropFirst(fields[4]))
        let pixels = stride(from: samples.startIndex, to: samples.endIndex, by: 4).map {
            UInt32(PointerEntry.number(samples[$0..<$0 + 4]))
        }
        bytes = bytes.dropFirst(Self.headerLength + body.count)
        self.init(pixels: pixels, size: size, hotspot: hotspot, name: String(decoding: name, as: UTF8.self))
    }
}
