/// The samples of a frame from which macroblocks are coded.
struct CodedPlanes {
    let luma: UnsafePointer<UInt8>
    /// The distance between rows, in samples.
    let lumaStride: Int
    let chroma: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
    let chromaStride: Int
    /// The size of the frame, in macroblocks.
    let picWidthInMbs: Int
    let frameHeightInMbs: Int
}

/// A macroblock of a frame, and the availability of its neighbours above and to the left.
struct MacroblockPlace {
    let planes: CodedPlanes
    let column: Int
    let row: Int

    var hasLeft: Bool { column > 0 }
    var hasAbove: Bool { row > 0 }
    var hasAboveRight: Bool { row > 0 && column + 1 < planes.picWidthInMbs }
    var isLast: Bool { row == planes.frameHeightInMbs - 1 && column == planes.picWidthInMbs - 1 }

    var lumaStride: Int { planes.lumaStride }
    var chromaStride: Int { planes.chromaStride }

    var luma: UnsafePointer<UInt8> { planes.luma + row * 16 * lumaStride + column * 16 }
    /// Returns the first sample of the macroblock's chroma.
    /// - Parameter component: 0 is Cb, 1 is Cr.
    func chroma(_ component: Int) -> UnsafePointer<UInt8> {
        (component == 0 ? planes.chroma.0 : planes.chroma.1) + row * 8 * chromaStride + column * 8
    }
}
