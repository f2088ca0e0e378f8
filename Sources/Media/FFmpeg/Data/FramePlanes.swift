internal import CFFmpeg

/// The writable planes of an 8-bit 4:2:0 frame, valid only during `Frame.painted`.
package struct FramePlanes {
    /// A plane of the frame.
    package struct Plane {
        /// True if the plane has one value per pixel. Chroma planes have one value per 2 x 2 pixels.
        package let isLuma: Bool
        fileprivate let pixels: UnsafeMutablePointer<UInt8>
        /// The distance from one row to the next, in bytes.
        package let stride: Int
        fileprivate let width: Int
        fileprivate let height: Int

        /// Returns a part of a row. Traps if it is not within the plane.
        package func row(_ number: Int, columns: Range<Int>) -> UnsafeMutableBufferPointer<UInt8> {
            precondition(
                number >= 0 && number < height && columns.lowerBound >= 0 && columns.upperBound <= width,
                "outside the frame")
            return UnsafeMutableBufferPointer(
                start: pixels + number * stride + columns.lowerBound, count: columns.count)
        }
    }

    /// The luma plane and both chroma planes.
    package let planes: [Plane]
}

extension Frame {
    /// Returns a copy of the frame after `body` has drawn on it. The format must be 8-bit planar 4:2:0.
    package func painted(_ body: (FramePlanes) throws -> Void) throws -> Frame {
        let source = pointer.pointee
        guard [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(source.format) else {
            throw FFmpegError(.invalidData, operation: "paint", subject: "a frame")
        }
        let copy = try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (source.format, source.width, source.height)
            try FFmpegError.check(av_frame_copy_props(frame, pointer), operation: "copy", subject: "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
            try FFmpegError.check(av_frame_copy(frame, pointer), operation: "copy", subject: "a frame")
        }
        // The copy is not shared yet.
        try body(FramePlanes(copy))
        return copy
    }

    /// Creates a frame of 8-bit planar 4:2:0. `body` must set all samples.
    package static func painted(
        width: Int, height: Int, colours: ColourSpace, _ body: (FramePlanes) throws -> Void
    ) throws -> Frame {
        let frame = try Frame.make { frame throws(FFmpegError) in
            frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            (frame.pointee.width, frame.pointee.height) = (Int32(width), Int32(height))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
        }
        try body(FramePlanes(frame))
        return try frame.tagged(colours)
    }
}

extension FramePlanes {
    /// - Parameter frame: A frame of 8-bit planar 4:2:0 that is not shared yet.
    fileprivate init(_ frame: Frame) {
        let values = frame.pointer.pointee
        func plane(_ data: UnsafeMutablePointer<UInt8>?, stride: Int32, isLuma: Bool) -> Plane? {
            data.map {
                Plane(
                    isLuma: isLuma, pixels: $0, stride: Int(stride),
                    width: isLuma ? frame.width : (frame.width + 1) / 2,
                    height: isLuma ? frame.height : (frame.height + 1) / 2)
            }
        }
        let planes = [
            plane(values.data.0, stride: values.linesize.0, isLuma: true),
            plane(values.data.1, stride: values.linesize.1, isLuma: false),
            plane(values.data.2, stride: values.linesize.2, isLuma: false),
        ]
        self.init(planes: planes.compactMap(\.self))
    }
}

/// The samples of one component of a frame in memory.
package struct SamplePlane {
    package let start: UnsafePointer<UInt8>
    /// The distance from one row to the next in bytes.
    package let stride: Int
    /// The width in samples.
    package let width: Int
    /// The height in samples.
    package let height: Int
}

extension Frame {
    /// Calls `body` with the luma plane and both chroma planes. The format must be 8-bit planar 4:2:0, with an even
    /// width and height.
    package func withPlanes<Result>(_ body: ([SamplePlane]) throws -> Result) throws -> Result {
        let source = pointer.pointee
        guard [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(source.format),
            let luma = source.data.0, let first = source.data.1, let second = source.data.2
        else { throw FFmpegError(.invalidData, operation: "read", subject: "a frame") }
        func plane(_ start: UnsafePointer<UInt8>, stride: Int32, step: Int) -> SamplePlane {
            SamplePlane(start: start, stride: Int(stride), width: width / step, height: height / step)
        }
        defer { withExtendedLifetime(self) {} }
        return try body([
            plane(luma, stride: source.linesize.0, step: 1), plane(first, stride: source.linesize.1, step: 2),
            plane(second, stride: source.linesize.2, step: 2),
        ])
    }
}
