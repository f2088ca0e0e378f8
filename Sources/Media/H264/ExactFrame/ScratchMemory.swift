/// Memory for the numbers of one macroblock, which serves all macroblocks of a frame: what is worked out there is too much to
/// allocate anew for each.
final class ScratchMemory {
    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0
    /// As vectors of 16 numbers of 16 bits lie.
    private static let alignment = 32

    init(size: Int) {
        start = .allocate(byteCount: size, alignment: Self.alignment)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        self.size = size
    }

    deinit { start.deallocate() }

    /// Zeros, as long as the memory is there.
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

/// One number of each of 16 blocks of 4x4: of luma in raster order; of chroma first the four of Cb, then those of Cr.
typealias BlockVector = SIMD16<Int16>

/// Numbers of 16 blocks side by side: the samples or coefficients of 4x4 blocks, row after row, each of all blocks in turn. So
/// one instruction does the same for many blocks.
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

    /// What is above zero; else zero.
    @inline(__always) var positive: BlockVector { self & ~(self &>> 15) }
}
