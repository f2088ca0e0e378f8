import FFmpeg
import H264
import ReplayMovie

extension VideoEncoderSettings {
    /// x264's, so that its macroblocks mean the same by a stream's parameter sets: whether they do is for `SliceRewriter` to say,
    /// by the sets that x264 makes of this.
    /// - Parameters:
    ///   - sets: the stream's.
    ///   - parameters: what else is known of it: what its values mean.
    static func stitching(_ sets: ParameterSets, _ parameters: CodecParameters, quantizer: Int) -> Self {
        let level = Int(sets.sequence.level)
        let sequence = sets.sequence
        let size =
            sequence.isShownFromCorner
            ? (sequence.shown.width, sequence.shown.height) : (sequence.codedWidth, sequence.codedHeight)
        var settings = recording(
            width: size.0, height: size.1, timeBase: .oneOver(ExportPlan.timescale),
            quantizer: quantizer, level: levels.contains(level) ? level : 51)
        settings.colourModel = parameters
        let options = stitchingOptions(sets).map { ":\($0)=\($1)" }.joined()
        settings.options["x264-params"]? += options
        return settings
    }

    /// Those that x264 knows; it keeps to their limits of motion, and nobody reads what it writes of it.
    private static let levels: Set<Int> = [
        9, 10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52, 60, 61, 62,
    ]

    private static func stitchingOptions(_ sets: ParameterSets) -> [(String, String)] {
        let wanted = sets.picture
        func flag(_ value: Bool) -> String { value ? "1" : "0" }
        var options = [
            // psy would shift the quantizer of chroma.
            ("ref", "1"), ("bframes", "0"), ("weightp", "0"), ("psy", "0"), ("subme", "0"), ("ipratio", "1"),
            ("cabac", flag(wanted.isCABAC)), ("8x8dct", flag(wanted.hasTransform8x8)),
            ("constrained-intra", flag(wanted.hasConstrainedIntra)),
            ("chroma-qp-offset", "\(wanted.chromaOffsets[0])"),
            // Where slices can say that edges are not smoothed, that is not needed at so fine a quantizer.
            ("no-deblock", flag(wanted.hasDeblockingControl)),
        ]
        if sets.sequence.maxReferences == 0 { options.append(("keyint", "1")) }
        return options + scalingOptions(sets.scalingLists)
    }

    /// x264 takes lists as they are in blocks, row after row, and one for both chroma components.
    private static func scalingOptions(_ lists: [[UInt8]]) -> [(String, String)] {
        guard lists.contains(where: { list in list.contains { $0 != 16 } }) else { return [] }
        let names = ["cqm4iy", "cqm4ic", "", "cqm4py", "cqm4pc", "", "cqm8i", "cqm8p"]
        return zip(names, lists).filter { !$0.0.isEmpty }.map { name, list in
            (name, ScalingOrder.block(list).map(String.init).joined(separator: ","))
        }
    }
}

extension SequenceParameterSet {
    /// Whether what is shown lies at the upper left corner of what is coded, and fills all but a part of the last macroblocks:
    /// then the encoder makes such frames of what is shown.
    var isShownFromCorner: Bool {
        let shown = shown
        func fills(_ length: Int, _ coded: Int) -> Bool { (length + 15) / 16 * 16 == coded }
        return shown.x == 0 && shown.y == 0 && fills(shown.width, codedWidth) && fills(shown.height, codedHeight)
    }
}
