package import FFmpeg

/// The filters that convert frames to the size and colour space of an output: 8-bit 4:2:0 in limited range.
package struct FrameFitting: Sendable {
    private let width: Int
    private let height: Int
    private let target: ColourSpace
    private let flags: String

    /// Creates the filters for an output.
    /// - Parameters:
    ///   - width: The width of the output in pixels, even.
    ///   - height: The height of the output in pixels, even.
    ///   - target: The colour space of the output. Its matrix must be shareable: see `ColourSpace.shareable`.
    ///   - flags: The flags for swscale, such as `bicubic+accurate_rnd`.
    package init(width: Int, height: Int, to target: ColourSpace, flags: String = "bicubic") {
        self.width = width
        self.height = height
        self.target = target
        self.flags = flags
    }

    /// Returns the chain of filters for frames like this one, in libavfilter's syntax.
    package func filters(for frame: Frame) -> String {
        let source = ColourSpace(frame)
        let isConverted = (source.isHDR || source.isWide) && Self.canToneMap
        let filters = isConverted ? throughLight(from: source, frame: frame) : scale(source)
        return filters + ",setsar=1,format=yuv420p"
    }

    /// Returns the scale filter. It converts colours only if the matrices differ.
    private func scale(_ source: ColourSpace) -> String {
        var options = "scale=\(width):\(height):flags=\(flags):out_range=tv"
        if !source.hasSameMatrix(as: target) {
            if let name = source.scalerMatrixName { options += ":in_color_matrix=\(name)" }
            options += ":out_color_matrix=\(target.scalerMatrixName ?? "bt709")"
        }
        return options
    }

    /// Returns the filters that change primaries, or convert from high to standard dynamic range. They calculate with
    /// floating-point numbers in linear light, so the frame is scaled first.
    private func throughLight(from source: ColourSpace, frame: Frame) -> String {
        let (from, to) = (source.numbers, target.numbers)
        let range = frame.hasFullRange ? "full" : "limited"
        let input =
            "scale=\(width):\(height):flags=\(flags),format=yuv420p10,"
            + "zscale=min=\(from.matrix):pin=\(from.primaries):tin=\(from.transfer):rin=\(range)"
        let output = "m=\(to.matrix):p=\(to.primaries):t=\(to.transfer):r=limited"
        guard source.isHDR else { return "\(input):\(output)" }
        return "\(input):t=linear:p=\(to.primaries):npl=\(Self.white),format=gbrpf32le,"
            + "tonemap=tonemap=mobius:desat=0,zscale=pin=\(to.primaries):tin=linear:\(output)"
    }

    /// The luminance of a white page in high dynamic range, in cd/m² (ITU-R BT.2408). Darker values are kept; brighter
    /// values are compressed.
    private static let white = 203

    /// True if libavfilter has zscale (from zimg) and tonemap. If libavfilter cannot be loaded, building the graph
    /// throws that error.
    private static let canToneMap: Bool = {
        guard let library = try? FilterLibrary.load() else { return false }
        return library.find("zscale") != nil && library.find("tonemap") != nil
    }()
}
