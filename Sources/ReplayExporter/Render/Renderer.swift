/// What runs a plan. Blocks: it wants a thread of its own.
protocol Renderer {
    /// Writes the pictures of the plan.
    /// - Returns: how many.
    /// - Throws: what `output` throws, `FFmpegError`, `MovieError`.
    func render(to output: any PictureOutput) throws -> Int
}
