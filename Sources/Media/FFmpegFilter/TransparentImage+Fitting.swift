package import FFmpeg
import MediaTime

extension TransparentImage {
    /// Scales an image, which may have an alpha channel.
    /// - Parameters:
    ///   - width: The width in pixels, even.
    ///   - height: The height in pixels, even.
    ///   - colours: The colour space of the frames on which it is drawn. Its matrix must be shareable.
    package static func fitted(
        _ frame: Frame, width: Int, height: Int, colours: ColourSpace
    ) throws(FFmpegError) -> TransparentImage {
        // Colours are weighted with the opacity while scaling, so that those of transparent pixels do not show.
        let filters =
            "format=gbrap,premultiply=inplace=1,scale=\(width):\(height):flags=bicubic+accurate_rnd+full_chroma_int,"
            + "unpremultiply=inplace=1,scale=out_range=tv:out_color_matrix=\(colours.scalerMatrixName ?? "bt709"),"
            + "format=yuva420p"
        let graph = try FilterGraph.open(
            "[in0]\(filters)[out]",
            inputs: [.video(like: frame, timeBase: .oneOver(90_000), sampleAspectRatio: (1, 1))])
        try graph.push(frame.stamped(pts: 0))
        guard case .next(let fitted) = try graph.pull() else {
            throw FFmpegError(.invalidData, operation: "scale", subject: "an image")
        }
        return try TransparentImage(fitted)
    }
}
