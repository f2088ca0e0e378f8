import Foundation
import ReplayTestSupport
import Testing

/// Checks movies of many encoders and settings, cut at random: kept frames are copied, beside the encoded ones.
@Suite(.timeLimit(.minutes(30))) struct EncoderTests {
    @Test("A movie of any encoder is cut by its own parameter sets", arguments: HardMedia.encoders.sample(6))
    func cut(name: String) throws {
        // GStreamer's openh264 is not installed everywhere.
        guard try name != "openh264.mp4" || isThere(name) else { return }
        _ = try judge(name, HardCuts.tried(of: name))
    }

    @Test(
        "A long GOP goes on behind a cut, in whatever way its frames refer to each other",
        arguments: HardMedia.long.sample(3))
    func splice(name: String) throws {
        for cuts in [HardCuts.once, .ends] { #expect(try judge(name, [cuts]) > 0, "\(cuts)") }
        _ = try judge(name, HardCuts.tried(of: name))
    }

    private func isThere(_ name: String) throws -> Bool {
        FileManager.default.fileExists(atPath: try HardMedia.folder.get().appending(path: name).path)
    }

    /// - Returns: The number of spliced frames.
    private func judge(_ name: String, _ cuts: [HardCuts]) throws -> Int {
        let edit = try HardEdit(name)
        var spliced = 0
        for cuts in cuts {
            try edit.with(cuts) {
                let plan = try edit.plan("auto")
                #expect(plan.rendering == "smart", "\(plan.obstacle ?? "")")
                let export = try edit.export("auto", likeness: 40)
                #expect(edit.copied(in: export) >= plan.copiedFrames)
                #expect(export.packets.count == plan.allFrames)
                try edit.expectParameterSets(of: export)
                spliced += plan.splicedFrames
            }
        }
        return spliced
    }
}
