import ReplayRendering
import ReplayTestSupport
import Testing

@Suite struct PresetTests {
    private func preset(_ json: String) throws(PresetError) -> Preset {
        try Preset(json: Array(json.utf8), source: "mine.json")
    }

    private func json(video: String = #""crf": 20, "encoderPreset": "fast""#, more: String = "") -> String {
        #"{"version": 1, "name": "n", "summary": "s", "video": {\#(video)}, "audio": {"bitRate": 96000}\#(more)}"#
    }

    @Test("The presets that come with Replay are all there and valid")
    func builtIn() {
        let names = ["share-1080p", "share-720p", "original", "webm", "gif", "hls", "hls-single"]
        #expect(Preset.builtIn.map(\.name) == names)
    }

    @Test("A preset with comments is read")
    func comments() throws {
        #expect(try preset("// mine\n" + json()).video.crf == 20)
    }

    @Test(
        "What cannot be is said in a sentence that names the key",
        arguments: [
            (#""crf": 52, "encoderPreset": "fast""#, "", "video.crf"),
            (#""crf": 20, "encoderPreset": "quick""#, "", "video.encoderPreset"),
            (#""crf": 20, "encoderPreset": "fast", "maxWidth": 8"#, "", "video.maxWidth"),
            (#""crf": 20, "encoderPreset": "fast", "maxwidth": 800"#, "", "video.maxwidth"),
            (#""crf": 20, "encoderPreset": "fast", "frameRate": "1000""#, "", "video.frameRate"),
            (#""crf": 20, "encoderPreset": "fast", "keyframeSeconds": 0"#, "", "video.keyframeSeconds"),
            (#""crf": "20", "encoderPreset": "fast""#, "", "video.crf"),
            (#""encoderPreset": "fast""#, "", "video.crf"),
            (#""crf": 20, "encoderPreset": "fast""#, #", "filter": "drawtext""#, "filter"),
        ])
    func invalid(video: String, more: String, key: String) {
        let error = #expect(throws: PresetError.self) { try preset(json(video: video, more: more)) }
        #expect(error?.kind == .invalid)
        #expect(error?.description.contains("“\(key)”") == true, "\(error?.description ?? "")")
    }

    @Test("What is no JSON is said to be none", arguments: ["", "[", "{\"version\": 1", "hello", "[]"])
    func noJSON(text: String) {
        #expect(throws: PresetError.self) { try preset(text) }
    }

    @Test("What is wrong is told with its line and column")
    func place() {
        let text = json(video: "\n  crf: 60, encoderPreset: 'fast'")
        let error = #expect(throws: PresetError.self) { try preset(text) }
        #expect(error?.description == "mine.json, line 2, column 8: “video.crf” is 60, but must be 0 to 51")
        let rung = #"{"crf": 20, "encoderPreset": "fast"}"#
        let wrong = #expect(throws: PresetError.self) { try preset(json(more: ",\n\"hls\": {\"rungs\": [\(rung)]}")) }
        #expect(
            wrong?.description.hasPrefix("mine.json, line 2, column 19: “hls.rungs[0]” has no “maxShortSide”") == true)
    }

    @Test("A damaged preset is refused or read, whatever its bytes")
    func damage() {
        var random = SplitMix64.seeded()
        let whole = Array(
            json(more: #", "hls": {"rungs": [{"maxHeight": 90, "crf": 1, "encoderPreset": "slow"}]}"#).utf8)
        for _ in 0..<2000 {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: text.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let preset = try? Preset(json: text, source: "mine.json") else { continue }
            #expect((0...51).contains(preset.video.crf))
        }
    }

    @Test("An unknown name is answered with those there are")
    func unknown() {
        let error = #expect(throws: PresetError.self) { try Preset.named("share-4k") }
        #expect(error?.kind == .unknown)
        #expect(error?.description.contains("share-1080p") == true)
    }
}
