import FFmpeg

/// What runs a plan. Blocks: it wants a thread of its own.
protocol Renderer {
    var plan: ExportPlan { get }
    /// How many pictures stand, at most, before one in decoding order that are shown after it.
    var reorderDepth: Int { get }
    /// How the pictures of the output are coded.
    func parameters() throws -> CodecParameters
    /// Calls `body` with each picture of the plan in decoding order, as far as they are known before anything is decoded.
    func foresee(_ body: (ForeseenPicture) throws -> Void) throws
    /// Writes the pictures of a stretch of the plan; the first one is an IDR.
    /// - Returns: how many.
    /// - Throws: what `output` throws, `FFmpegError`, `MovieError`.
    func render(_ stretch: PictureStretch, to output: any PictureOutput) throws -> Int
}

extension Renderer {
    /// Writes all pictures of the plan.
    func render(to output: any PictureOutput) throws -> Int { try render(plan.stretch, to: output) }
}
