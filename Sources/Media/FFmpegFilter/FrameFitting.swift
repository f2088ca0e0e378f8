package import FFmpeg

/// The filters that bring frames to a size, and to the colours of an output: 4:2:0 of 8 bits in limited range.
package struct FrameFitting: Sendable {
    private let width: Int
    private let height: Int
    private let target: ColourSpace
    private let flags: String

    /// - Parameters:
    ///   - width: of what comes out, in pixels, even.
    ///   - height: as `width`.
    ///   - target: what the values of what comes out mean; its matrix is one that is shareable.
    ///   - flags: swscale's, such as `bicubic+accurate_rnd`.
    package init(width: Int, height: Int, to target: ColourSpace, flags: String = "bicubic") {
        self.width = width
        self.height = height
        self.target = target
        self.flags = flags
    }

    /// The filters for such a frame, one after another.
    package func filters(for frame: Frame) -> String {
        let source = ColourSpace(frame)
        let isConverted = (source.isHDR || source.isWide) && Self.canToneMap
        let filters = isConverted ? throughLight(source, frame) : scale(source)
        return filters + ",setsar=1,format=yuv420p"
    }

    /// Values keep their meaning where that can be: the scaler then leaves colours alone.
    private func scale(_ source: ColourSpace) -> String {
        var options = "scale=\(width):\(height):flags=\(flags):out_range=tv"
        if !source.hasSameMatrix(as: target) {
            if let name = source.scalerMatrixName { options += ":in_color_matrix=\(name)" }
            options += ":out_color_matrix=\(target.scalerMatrixName ?? "bt709")"
        }
        return options
    }

    /// To other primaries, and from high to standard dynamic range, it goes by way of linear light, in floating-point
    /// numbers: so the size comes first.
    private func throughLight(_ source: ColourSpace, _ frame: Frame) -> String {
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

    /// A white page in high dynamic range, in cd/m² (ITU-R BT.2408): what is darker than that is shown as it is, what is
    /// brighter is compressed.
    private static let white = 203

    /// A libavfilter without zimg cannot. Where there is none at all, building the graph says so.
    private static let canToneMap: Bool = {
        guard let library = try? FilterLibrary.load() else { return false }
        return library.find("zscale") != nil && library.find("tonemap") != nil
    }()
}
