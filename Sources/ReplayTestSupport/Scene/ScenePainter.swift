/// Draws the frames of a scene; the clock and the flash are drawn over them.
protocol ScenePainter {
    /// Draws what stands at the beginning.
    mutating func begin(on canvas: SceneCanvas)
    /// Draws what changes from one frame to the next.
    mutating func advance(on canvas: SceneCanvas)
}
