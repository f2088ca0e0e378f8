internal import CFFmpeg

/// The planes of a frame of 8-bit 4:2:0 that is being painted; valid as long as `Frame.painted` lasts.
package struct FramePlanes {
    /// One plane.
    package struct Plane {
        /// Whether it has a value for each pixel; those of colour have one for two by two.
        package let isLuma: Bool
        fileprivate let pixels: UnsafeMutablePointer<UInt8>
        fileprivate let stride: Int
        fileprivate let width: Int
        fileprivate let height: Int

        /// A part of a row; it must lie within the plane.
        package func row(_ number: Int, _ columns: Range<Int>) -> UnsafeMutableBufferPointer<UInt8> {
            precondition(
                number >= 0 && number < height && columns.lowerBound >= 0 && columns.upperBound <= width,
                "outside the frame")
            return UnsafeMutableBufferPointer(
                start: pixels + number * stride + columns.lowerBound, count: columns.count)
        }
    }

    /// Luma, and both of colour.
    package let planes: [Plane]
}

extension Frame {
    /// A copy of the frame, painted by `body`. It must be planar 4:2:0 of 8 bits.
    package func painted(_ body: (FramePlanes) throws -> Void) throws -> Frame {
        let source = pointer.pointee
        guard [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(source.format) else {
            throw FFmpegError(.invalidData, operation: "paint", subject: "a frame")
        }
        let copy = try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (source.format, source.width, source.height)
            try FFmpegError.check(av_frame_copy_props(frame, pointer), "copy", "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "a frame")
            try FFmpegError.check(av_frame_copy(frame, pointer), "copy", "a frame")
        }
        let values = copy.pointer.pointee
        func plane(_ data: UnsafeMutablePointer<UInt8>?, _ stride: Int32, isLuma: Bool) -> FramePlanes.Plane? {
            data.map {
                FramePlanes.Plane(
                    isLuma: isLuma, pixels: $0, stride: Int(stride), width: isLuma ? width : (width + 1) / 2,
                    height: isLuma ? height : (height + 1) / 2)
            }
        }
        let planes = [
            plane(values.data.0, values.linesize.0, isLuma: true),
            plane(values.data.1, values.linesize.1, isLuma: false),
            plane(values.data.2, values.linesize.2, isLuma: false),
        ]
        // Nobody else has the copy yet.
        try body(FramePlanes(planes: planes.compactMap(\.self)))
        return copy
    }
}

/// The samples of one component of a frame, as they lie in memory.
package struct SamplePlane {
    package let start: UnsafePointer<UInt8>
    /// From one row to the next, in bytes.
    package let stride: Int
    /// In samples.
    package let width: Int
    /// In samples.
    package let height: Int
}

extension Frame {
    /// Calls `body` with luma and both components of chroma. It must be planar 4:2:0 of 8 bits, its sides even.
    package func withPlanes<Result>(_ body: ([SamplePlane]) throws -> Result) throws -> Result {
        let source = pointer.pointee
        guard [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(source.format),
            let luma = source.data.0, let first = source.data.1, let second = source.data.2
        else { throw FFmpegError(.invalidData, operation: "read", subject: "a frame") }
        func plane(_ start: UnsafePointer<UInt8>, _ stride: Int32, step: Int) -> SamplePlane {
            SamplePlane(start: start, stride: Int(stride), width: width / step, height: height / step)
        }
        defer { withExtendedLifetime(self) {} }
        return try body([
            plane(luma, source.linesize.0, step: 1), plane(first, source.linesize.1, step: 2),
            plane(second, source.linesize.2, step: 2),
        ])
    }
}
