import Foundation
import ReplayTestSupport
import Testing

/// Movies of many encoders and settings, cut at random: whatever stays is copied, and stands beside what is encoded.
@Suite(.timeLimit(.minutes(30))) struct EncoderTests {
    @Test("A movie of any encoder is cut by its own parameter sets", arguments: HardMedia.encoders)
    func cut(name: String) throws {
        let file = try HardMedia.folder.get().appending(path: name)
        // Not everybody has GStreamer's openh264.
        guard name != "openh264.mp4" || FileManager.default.fileExists(atPath: file.path) else { return }
        let edit = try HardEdit(name)
        let recorded = edit.place.recordingFolder(edit.id).appending(path: "movie.mp4").path
        let sets = try JudgedExport.parameterSets(of: recorded)
        for cuts in HardCuts.allCases + [.anywhere, .anywhere] {
            try edit.with(cuts) {
                let plan = try edit.plan("auto")
                #expect(plan.rendering == "smart", "\(plan.obstacle ?? "")")
                let export = try edit.export("auto", likeness: 40)
                #expect(edit.copied(in: export) >= plan.allFrames - plan.encodedFrames)
                #expect(export.packets.count == plan.allFrames)
                #expect(try JudgedExport.parameterSets(of: export.movie.path) == sets)
            }
        }
    }
}
