import FFmpeg

/// Renders a plan. It blocks: call it on a thread of its own.
protocol Renderer {
    var plan: ExportPlan { get }
    /// How many frames stand, at most, before one in decoding order that are shown after it.
    var reorderDepth: Int { get }
    /// How the frames of the output are coded.
    func parameters() throws -> CodecParameters
    /// Calls `body` with each frame of the plan in decoding order, as far as they are known before anything is decoded.
    func foresee(_ body: (PlannedFrame) throws -> Void) throws
    /// Writes the frames of a stretch of the plan; the first one is an IDR.
    /// - Returns: how many.
    /// - Throws: what `output` throws, `FFmpegError`, `MovieError`.
    func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int
}

extension Renderer {
    /// Writes all frames of the plan.
    func render(to output: any VideoOutput) throws -> Int { try render(plan.stretch, to: output) }
}

/// A frame of the output, as it is known before anything is decoded.
struct PlannedFrame: Sendable, Equatable {
    /// How it is coded.
    enum Coding: Sendable, Equatable {
        /// An IDR of the recording, with its idr_pic_id.
        case copiedIDR(UInt32)
        /// An IDR whose id the encoder will choose.
        case encodedIDR
        /// It goes by frames before it.
        case dependent
    }

    /// When it is shown, in ticks of the output.
    let time: Int64
    /// Where rendering must begin for it to be the first.
    let place: FramePosition
    let coding: Coding
}

/// Where a renderer's frames go, in decoding order, their times in ticks of the output.
protocol VideoOutput: AnyObject {
    /// Begins: all frames are coded like this.
    func begin(_ parameters: CodecParameters) throws
    /// Takes the next frame.
    /// - Throws: `ExportError.cancelled` where no more is wanted.
    func write(_ packet: Packet) throws
    /// Says that there are no more.
    func finish() throws
    /// Called while there are no frames yet.
    /// - Throws: as `write`.
    func checkCancellation() throws
}

extension VideoOutput {
    func checkCancellation() {}
}
