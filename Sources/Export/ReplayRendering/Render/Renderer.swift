package import FFmpeg

/// A type that renders an `ExportPlan`. Blocking: call it on a dedicated thread.
package protocol Renderer {
    var plan: ExportPlan { get }
    /// The maximum number of frames that precede a frame in decoding order and follow it in presentation order.
    var reorderDepth: Int { get }
    /// Returns the codec parameters of the output's frames.
    func parameters() throws -> CodecParameters
    /// Calls `body` with each planned frame in decoding order, as far as it is known without decoding.
    func forEachPlannedFrame(_ body: (PlannedFrame) throws -> Void) throws
    /// Writes the frames of a stretch of the plan. The first frame is an IDR.
    /// - Returns: The number of frames.
    /// - Throws: The errors of `output`, `FFmpegError`, `MovieError`.
    func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int
}

extension Renderer {
    /// Writes all frames of the plan, and returns their number.
    package func render(to output: any VideoOutput) throws -> Int { try render(plan.stretch, to: output) }
}

/// A frame of the output, as far as it is known without decoding.
package struct PlannedFrame: Sendable, Equatable {
    /// The coding of a frame.
    package enum Coding: Sendable, Equatable {
        /// An IDR of the recording, with its `idr_pic_id`.
        case copiedIDR(UInt32)
        /// An IDR whose `idr_pic_id` the encoder will choose.
        case encodedIDR
        /// A frame that depends on earlier frames.
        case dependent
    }

    /// The time at which the frame is shown, in ticks of the output.
    package let time: Int64
    /// The position at which rendering must begin for this frame to be the first.
    package let place: FramePosition
    package let coding: Coding
}

/// A destination for a renderer's frames. They come in decoding order, and their times are in ticks of the output.
package protocol VideoOutput: AnyObject {
    /// Begins the output. All frames have these codec parameters.
    func begin(_ parameters: CodecParameters) throws
    /// Writes the next frame.
    /// - Throws: `ExportError.cancelled` if the export was cancelled.
    func write(_ packet: Packet) throws
    /// Ends the output after the last frame.
    func finish() throws
    /// Checks for cancellation while there are no frames yet.
    /// - Throws: `ExportError.cancelled` if the export was cancelled.
    func checkCancellation() throws
}

extension VideoOutput {
    package func checkCancellation() {}
}
