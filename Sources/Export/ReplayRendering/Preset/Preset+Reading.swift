import Files
import MediaTime
package import ReplayJSON
import ReplayLibrary
import ReplayMovie

extension Preset {
    /// The built-in presets, by name. They are part of the program, and tests make sure that each can be read.
    public static let builtIn: [Preset] = [
        PackageResources.share_1080p_json, PackageResources.share_720p_json, PackageResources.original_json,
        PackageResources.webm_json, PackageResources.gif_json, PackageResources.hls_json,
        PackageResources.hls_single_json,
    ].compactMap { try? Preset(json: $0, source: "a preset of Replay") }  // The tests read each of them.

    /// Returns the built-in preset with this name.
    /// - Throws: `PresetError` if there is none.
    public static func named(_ name: String) throws(PresetError) -> Preset {
        guard let preset = builtIn.first(where: { $0.name == name }) else {
            throw PresetError(
                kind: .unknown,
                reason: "there is no preset “\(name)”; the presets are \(builtIn.map(\.name).joined(separator: ", "))")
        }
        return preset
    }

    /// Reads a preset from JSON5, which is JSON that may have comments.
    /// - Parameters:
    ///   - json: The text, at most 1 MiB.
    ///   - source: The name of the text in errors.
    /// - Throws: `PresetError`, with line and column, if the text is not JSON5, has unknown keys, or has values out of
    ///   range.
    public init(json: [UInt8], source: String) throws(PresetError) {
        do throws(JSON5Error) {
            try self.init(json: json)
        } catch {
            let place = JSON5Text(json).place(of: error.offset)
            throw PresetError(
                kind: .invalid, reason: "\(source), line \(place.line), column \(place.column): \(error.reason)")
        }
    }

    /// Reads a preset, as `init(json:source:)` does. The error has the byte offset of the fault in the text.
    package init(json: [UInt8]) throws(JSON5Error) {
        guard json.count <= Self.maxFileSize else {
            throw JSON5Error(offset: 0, reason: "it is larger than \(Self.maxFileSize >> 20) MiB")
        }
        let value = try JSON5Parser.parse(json)
        try value.check(keys: Self.keys)
        try value.check(forms: Self.forms)
        self = try value.decode(Preset.self)
        guard let problem else { return }
        throw JSON5Error(offset: value.value(at: problem.path)?.offset ?? value.offset, reason: problem.reason)
    }

    private static let videoKeys: Set = [
        "maxWidth", "maxHeight", "maxLongSide", "maxShortSide", "frameRate", "crf", "maxBitRate", "encoderPreset",
        "keyframeSeconds",
    ]
    private static let keys: [String: Set<String>] = [
        "": ["version", "name", "summary", "format", "video", "audio", "hls"],
        "video": videoKeys,
        "audio": ["bitRate", "loudness"],
        "hls": ["segmentSeconds", "files", "programDateTime", "rungs", "audioOnly", "soundAlone"],
        "hls.rungs": videoKeys,
    ]

    private static let forms: [String: JSON5Form] = {
        var forms: [String: JSON5Form] = [
            "": JSON5Form(.object, example: "{ version: 1 }"), "version": JSON5Form(.wholeNumber, example: "1"),
            "name": JSON5Form(.text, example: "\"talks\""), "summary": JSON5Form(.text, example: "\"for talks\""),
            "format": JSON5Form(.text, example: "\"mp4\""), "audio": JSON5Form(.object, example: "{ bitRate: 128000 }"),
            "audio.bitRate": JSON5Form(.wholeNumber, example: "128000"),
            "audio.loudness": JSON5Form(.number, example: "-16"),
            "hls": JSON5Form(.object, example: "{ segmentSeconds: 6 }"),
            "hls.segmentSeconds": JSON5Form(.wholeNumber, example: "6"),
            "hls.files": JSON5Form(.text, example: "\"segments\""),
            "hls.programDateTime": JSON5Form(.boolean, example: "true"),
            "hls.audioOnly": JSON5Form(.boolean, example: "true"),
            "hls.rungs": JSON5Form(.list, example: "[{ maxShortSide: 720, crf: 22, encoderPreset: \"veryfast\" }]"),
        ]
        for (path, form) in videoForms {
            forms["video" + path] = form
            forms["hls.rungs[]" + path] = form
        }
        return forms
    }()

    private static let videoForms: [String: JSON5Form] = [
        "": JSON5Form(.object, example: "{ crf: 21, encoderPreset: \"veryfast\" }"),
        ".maxWidth": JSON5Form(.wholeNumber, example: "1920"), ".maxHeight": JSON5Form(.wholeNumber, example: "1080"),
        ".maxLongSide": JSON5Form(.wholeNumber, example: "1920"),
        ".maxShortSide": JSON5Form(.wholeNumber, example: "1080"),
        ".frameRate": JSON5Form(.textOrNumber, example: "30 or \"30000/1001\""),
        ".crf": JSON5Form(.wholeNumber, example: "21"), ".maxBitRate": JSON5Form(.wholeNumber, example: "6000000"),
        ".encoderPreset": JSON5Form(.text, example: "\"veryfast\""),
        ".keyframeSeconds": JSON5Form(.wholeNumber, example: "2"),
    ]

    /// Checks the values of a preset that was changed after it was read.
    /// - Throws: `PresetError` for the first value out of range.
    package func check() throws(PresetError) {
        if let problem { throw PresetError(kind: .invalid, reason: problem.reason) }
    }

    /// An invalid value.
    private struct Problem {
        /// The keys and list indices that lead to the value.
        let path: [String]
        let reason: String

        /// - Parameter name: The path as it is written, for example `hls.rungs[0].crf`.
        init(_ name: String, reason: String) {
            path = name.utf8.split { ".[]".utf8.contains($0) }.map { String(Substring($0)) }
            self.reason = reason
        }
    }

    /// The first value out of range, or nil if there is none.
    private var problem: Problem? {
        guard version == 1 else { return Problem("version", reason: "its version is \(version), but must be 1") }
        return Self.problem(in: video, named: "video", maxCRF: fileFormat == .webm ? 63 : 51)
            ?? Self.check("audio.bitRate", value: audio.bitRate, range: 32_000...512_000)
            ?? Self.check("audio.loudness", value: audio.loudness, range: Self.loudnessRange)
            ?? (fileFormat == .gif ? animationProblem : nil) ?? hls.flatMap { problem($0) }
    }

    /// The problem of a GIF's frame rate, or nil if there is none. GIF delays are in hundredths of a second, and
    /// viewers slow down delays of less than two hundredths.
    private var animationProblem: Problem? {
        guard let rate = video.frameRate?.framesPerSecond else {
            return Problem("video", reason: "“video.frameRate” is missing: a GIF has a constant rate")
        }
        return rate > 50 ? Problem("video.frameRate", reason: "“video.frameRate” must be at most 50 in a GIF") : nil
    }

    private static func problem(in video: Video, named name: String, maxCRF: Int = 51) -> Problem? {
        let rate = video.frameRate.map { $0.framesPerSecond } ?? 30
        return check("\(name).maxWidth", value: video.maxWidth, range: 16...16_384)
            ?? check("\(name).maxHeight", value: video.maxHeight, range: 16...16_384)
            ?? check("\(name).maxLongSide", value: video.maxLongSide, range: 16...16_384)
            ?? check("\(name).maxShortSide", value: video.maxShortSide, range: 16...16_384)
            ?? check("\(name).crf", value: video.crf, range: 0...maxCRF)
            ?? check("\(name).maxBitRate", value: video.maxBitRate, range: 50_000...100_000_000)
            ?? check("\(name).keyframeSeconds", value: video.keyframeSeconds, range: 1...10)
            ?? (rate > 240 ? Problem("\(name).frameRate", reason: "“\(name).frameRate” must be at most 240") : nil)
    }

    /// Returns the first contradiction in the HLS settings. All renditions must have frames and keyframes at the same
    /// times.
    private func problem(_ hls: HLS) -> Problem? {
        guard fileFormat == .mp4 else {
            return Problem("format", reason: "“format” contradicts “hls”, whose segments are MP4")
        }
        let rungs = hls.rungs ?? []
        if let found = Self.check("hls.segmentSeconds", value: hls.segmentSeconds, range: 2...10) { return found }
        if rungs.count > 12 {
            return Problem("hls.rungs", reason: "“hls.rungs” has \(rungs.count) rungs, but must have at most 12")
        }
        for (index, rung) in ([video] + rungs).enumerated() {
            let name = index == 0 ? "video" : "hls.rungs[\(index - 1)]"
            if index > 0, let found = Self.problem(in: rung, named: name) { return found }
            if let found = contradiction(in: rung, named: name, isRung: index > 0) { return found }
        }
        return nil
    }

    private func contradiction(in rung: Video, named name: String, isRung: Bool) -> Problem? {
        if rung.keyframeSeconds != nil {
            return Problem(
                "\(name).keyframeSeconds",
                reason: "“\(name).keyframeSeconds” contradicts “hls”, where a keyframe comes every 2 s")
        }
        if rung.frameRate != video.frameRate {
            return Problem(
                name, reason: "“\(name).frameRate” contradicts “video.frameRate”: all renditions have the same frames")
        }
        guard isRung, rung.minLimit == nil else { return nil }
        return Problem(name, reason: "“\(name)” has no “maxShortSide” or other limit, so it is no smaller than “video”")
    }

    /// The range of ``Audio/loudness``, in LUFS.
    package static let loudnessRange = -40.0 ... -5.0

    private static func check<Value: Comparable>(
        _ key: String, value: Value?, range: ClosedRange<Value>
    ) -> Problem? {
        guard let value, !range.contains(value) else { return nil }
        return Problem(key, reason: "“\(key)” is \(value), but must be \(range.lowerBound) to \(range.upperBound)")
    }
}
