import AudioSources
import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayBatch
@testable import ReplayCommandLine
@testable import ReplayCommands
@testable import ReplayExporter
@testable import ReplayLibrary
@testable import ReplayMovie
@testable import ReplayRendering

/// Checks that names which earlier versions wrote are read.
@Suite struct FormerNamesTests {
    private func decoded<Value: Decodable>(_: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test("An ending for want of a sound server")
    func ending() throws {
        #expect(
            try decoded([RecordingFacts.Ending.Reason].self, #"["soundLost", "audioLost"]"#) == [
                .audioLost, .audioLost,
            ])
        #expect(throws: DecodingError.self) { try decoded([RecordingFacts.Ending.Reason].self, #"["pictureLost"]"#) }
    }

    @Test("The title of the track with what programs play")
    func title() {
        #expect(AudioSource(trackTitle: "Application sound") == .application)
        #expect(AudioSource(trackTitle: "Application audio") == .application)
        #expect(AudioSource(trackTitle: "Sound") == nil)
    }

    @Test("The options of a planned export and of a job")
    func options() throws {
        let plan = try decoded(
            ChunkPlan.Options.self, #"{"render": "full", "sound": "exact", "sounds": ["microphone"]}"#)
        #expect(plan.audioRender == "exact" && plan.audio == [.microphone])
        #expect(
            try decoded(ChunkPlan.Options.self, String(decoding: JSONEncoder().encode(plan), as: UTF8.self)) == plan)
        let json = #"{"render": "auto", "camera": "none", "hasPage": false, "hasMetadata": true"#
        let job = try decoded(ReplayBatch.JobOptions.self, json + #", "sound": "exact", "sounds": ["application"]}"#)
        #expect(job.audioRender == .exact && job.audio == [.application])
        #expect(
            try decoded(ReplayBatch.JobOptions.self, String(decoding: JSONEncoder().encode(job), as: UTF8.self)) == job)
    }

    @Test("Keys of a job file, of a preset and of the defaults")
    func keys() throws {
        let job = try JobFile(Array("{version: 1, jobs: [{recording: 'a', sound: 'exact'}]}".utf8), path: "j.json")
        #expect(job.entries.first?.options.audioRender == .exact)
        let preset = try Preset(
            json: Array(
                #"""
                {"version": 1, "name": "n", "summary": "s", "video": {"crf": 20, "encoderPreset": "fast"},
                 "audio": {"bitRate": 96000}, "hls": {"soundAlone": true}}
                """#.utf8), source: "mine.json")
        #expect(preset.hls?.audioOnly == true)
        #expect(ConfigKey.named("export.sound")?.name == "export.audio-render")
    }

    @Test("An option of a command")
    func option() {
        #expect(
            OptionAliases.all.rewritten(["export", "--sound", "exact"], of: "export") == [
                "export", "--audio-render", "exact",
            ])
    }
}
