import Foundation
import ReplayTestSupport
import Testing

/// Movies of many encoders and settings, cut at random: whatever stays is copied, and stands beside what is encoded.
@Suite(.timeLimit(.minutes(30))) struct EncoderTests {
    @Test("A movie of any encoder is cut by its own parameter sets", arguments: HardMedia.encoders)
    func cut(name: String) throws {
        // Not everybody has GStreamer's openh264.
        guard try name != "openh264.mp4" || isThere(name) else { return }
        _ = try judge(name, HardCuts.tried(of: name))
    }

    @Test("A long GOP goes on behind a cut, in whatever way its frames refer to each other", arguments: HardMedia.long)
    func splice(name: String) throws {
        for cuts in [HardCuts.once, .ends] { #expect(try judge(name, [cuts]) > 0, "\(cuts)") }
        _ = try judge(name, HardCuts.tried(of: name))
    }

    private func isThere(_ name: String) throws -> Bool {
        FileManager.default.fileExists(atPath: try HardMedia.folder.get().appending(path: name).path)
    }

    /// - Returns: how many frames were spliced.
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
