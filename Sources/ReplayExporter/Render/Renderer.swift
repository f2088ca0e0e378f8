import FFmpeg

/// What runs a plan. Blocks: it wants a thread of its own.
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
