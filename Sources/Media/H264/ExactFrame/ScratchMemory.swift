/// Memory for the values of one macroblock, which is used again for each macroblock of a frame to save allocations.
final class ScratchMemory {
    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0
    /// The alignment of vectors of 16 numbers with 16 bits, in bytes.
    private static let alignment = 32

    init(size: Int) {
        start = .allocate(byteCount: size, alignment: Self.alignment)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        self.size = size
    }

    deinit { start.deallocate() }

    /// Returns zeroed memory, which is valid as long as this object.
    func take<Element: FixedWidthInteger & BitwiseCopyable>(
        _ type: Element.Type, count: Int
    ) -> UnsafeMutablePointer<Element> {
        let place = start + used
        used += (count * MemoryLayout<Element>.stride + Self.alignment - 1) / Self.alignment * Self.alignment
        precondition(used <= size)
        let taken = place.bindMemory(to: type, capacity: count)
        taken.initialize(repeating: 0, count: count)
        return taken
    }
}

/// A value of each of 16 blocks of 4x4: of luma in raster order; of chroma the four blocks of Cb, then those of Cr.
typealias BlockVector = SIMD16<Int16>

/// The values of 16 blocks of 4x4, interleaved: each sample or coefficient of all blocks in turn, in raster order. One
/// instruction then handles many blocks.
struct BlockVectors {
    let values: UnsafeMutablePointer<Int16>

    init(_ memory: ScratchMemory, count: Int = 16) { values = memory.take(Int16.self, count: count * 16) }

    subscript(place: Int) -> BlockVector {
        @inline(__always) get { UnsafeRawPointer(values + place * 16).loadUnaligned(as: BlockVector.self) }
        @inline(__always) nonmutating set {
            UnsafeMutableRawPointer(values + place * 16).storeBytes(of: newValue, as: BlockVector.self)
        }
    }
}

extension BlockVector {
    @inline(__always) var magnitudes: BlockVector {
        let sign = self &>> 15
        return (self ^ sign) &- sign
    }

    /// The values, with negative ones replaced by zero.
    @inline(__always) var positive: BlockVector { self & ~(self &>> 15) }
}
