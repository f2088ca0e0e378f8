package import FFmpeg
package import H264
import ReplayMovie

extension VideoEncoderSettings {
    /// Returns x264 settings with which macroblocks have the same meaning under a stream's SPS and PPS. `SliceRewriter`
    /// then compares x264's own SPS and PPS with the stream's.
    /// - Parameters:
    ///   - sets: The stream's SPS and PPS.
    ///   - parameters: The stream's codec parameters, which give the colour space.
    ///   - quantizer: The constant quantizer.
    package static func stitching(_ sets: ParameterSets, parameters: CodecParameters, quantizer: Int) -> Self {
        let level = Int(sets.sequence.levelIdc)
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

    /// The levels that x264 accepts. Only its motion-vector limits matter here, because x264's SPS is not written.
    private static let levels: Set<Int> = [
        9, 10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52, 60, 61, 62,
    ]

    private static func stitchingOptions(_ sets: ParameterSets) -> [(String, String)] {
        let wanted = sets.picture
        func flag(_ value: Bool) -> String { value ? "1" : "0" }
        var options = [
            // Psychovisual optimizations would change the chroma quantizer.
            ("ref", "1"), ("bframes", "0"), ("weightp", "0"), ("psy", "0"), ("subme", "0"), ("ipratio", "1"),
            ("cabac", flag(wanted.isCABAC)), ("8x8dct", flag(wanted.transform8x8Mode)),
            ("constrained-intra", flag(wanted.constrainedIntraPred)),
            ("chroma-qp-offset", "\(wanted.chromaQPIndexOffsets[0])"),
            // Deblocking is not needed at such a fine quantizer. It is disabled if slice headers can signal that.
            ("no-deblock", flag(wanted.deblockingFilterControlPresent)),
        ]
        if sets.sequence.maxNumRefFrames == 0 { options.append(("keyint", "1")) }
        return options + scalingOptions(sets.scalingLists)
    }

    /// Returns the scaling list options. x264 takes lists in raster order, and one list for both chroma components.
    private static func scalingOptions(_ lists: [[UInt8]]) -> [(String, String)] {
        guard lists.contains(where: { list in list.contains { $0 != 16 } }) else { return [] }
        let names = ["cqm4iy", "cqm4ic", "", "cqm4py", "cqm4pc", "", "cqm8i", "cqm8p"]
        return zip(names, lists).filter { !$0.0.isEmpty }.map { name, list in
            (name, ZigzagScan.inverse(list).map(String.init).joined(separator: ","))
        }
    }
}

extension SequenceParameterSet {
    /// True if the displayed area begins at the upper left corner and fills the coded area, except for a part of the
    /// last macroblocks. The encoder then codes the displayed area.
    var isShownFromCorner: Bool {
        let shown = shown
        func fills(_ length: Int, coded: Int) -> Bool { (length + 15) / 16 * 16 == coded }
        return shown.x == 0 && shown.y == 0 && fills(shown.width, coded: codedWidth)
            && fills(shown.height, coded: codedHeight)
    }
}
