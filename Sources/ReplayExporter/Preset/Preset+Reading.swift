import FoundationEssentials
import MediaTime
import ReplayMovie

extension Preset {
    /// The presets that come with Replay, by name.
    public static let builtIn: [Preset] = [
        PackageResources.share_1080p_json, PackageResources.share_720p_json, PackageResources.original_json,
        PackageResources.hls_json, PackageResources.hls_single_json,
    ].compactMap { try? Preset(json: $0, source: "a preset of Replay") }

    /// The preset of this name that comes with Replay.
    /// - Throws: `PresetError` where there is none.
    public static func named(_ name: String) throws(PresetError) -> Preset {
        guard let preset = builtIn.first(where: { $0.name == name }) else {
            throw PresetError(
                kind: .unknown,
                reason: "there is no preset “\(name)”; there are \(builtIn.map(\.name).joined(separator: ", "))")
        }
        return preset
    }

    /// Reads a preset; JSON with comments is taken too.
    /// - Parameters:
    ///   - json: at most 1 MiB.
    ///   - source: what to call it in errors.
    /// - Throws: `PresetError`: for what is no JSON, unknown keys, and values out of range.
    public init(json: [UInt8], source: String) throws(PresetError) {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            let data = Data(json.prefix(1 << 20))
            if let key = try decoder.decode(JSONValue.self, from: data).firstKey(beyond: Self.keys) {
                throw PresetError(kind: .invalid, reason: "\(source): there is no key “\(key)”")
            }
            self = try decoder.decode(Preset.self, from: data)
        } catch let error as PresetError {
            throw error
        } catch let error as DecodingError {
            throw PresetError(kind: .invalid, reason: "\(source): \(error.sentence)")
        } catch {
            throw PresetError(kind: .invalid, reason: "\(source): it is not valid JSON")
        }
        if let problem { throw PresetError(kind: .invalid, reason: "\(source): \(problem)") }
    }

    private static let videoKeys: Set = [
        "maxWidth", "maxHeight", "frameRate", "crf", "maxBitRate", "encoderPreset", "keyframeSeconds",
    ]
    private static let keys: [String: Set<String>] = [
        "": ["version", "name", "summary", "video", "audio", "hls"],
        "video": videoKeys,
        "audio": ["bitRate"],
        "hls": ["segmentSeconds", "files", "programDateTime", "rungs", "soundAlone"],
        "hls.rungs": videoKeys,
    ]

    /// The first value out of range, in words.
    private var problem: String? {
        guard version == 1 else { return "its version is \(version), but must be 1" }
        return Self.problem(video, "video") ?? Self.check("audio.bitRate", audio.bitRate, 32_000...512_000)
            ?? hls.flatMap { problem($0) }
    }

    private static func problem(_ video: Video, _ name: String) -> String? {
        let rate = video.frameRate.map { $0.framesPerSecond } ?? 30
        return check("\(name).maxWidth", video.maxWidth, 16...16_384)
            ?? check("\(name).maxHeight", video.maxHeight, 16...16_384)
            ?? check("\(name).crf", video.crf, 0...51)
            ?? check("\(name).maxBitRate", video.maxBitRate, 50_000...100_000_000)
            ?? check("\(name).keyframeSeconds", video.keyframeSeconds, 1...10)
            ?? (rate > 240 ? "“\(name).frameRate” must be at most 240" : nil)
    }

    /// What contradicts itself: all renditions have their pictures and keyframes at the same times.
    private func problem(_ hls: HLS) -> String? {
        let rungs = hls.rungs ?? []
        if let found = Self.check("hls.segmentSeconds", hls.segmentSeconds, 2...10) { return found }
        if rungs.count > 12 { return "“hls.rungs” has \(rungs.count) rungs, but must have at most 12" }
        for (index, rung) in ([video] + rungs).enumerated() {
            let name = index == 0 ? "video" : "hls.rungs[\(index - 1)]"
            if index > 0, let found = Self.problem(rung, name) { return found }
            if rung.keyframeSeconds != nil {
                return "“\(name).keyframeSeconds” contradicts “hls”, where a keyframe comes every 2 s"
            }
            if rung.frameRate != video.frameRate {
                return "“\(name).frameRate” contradicts “video.frameRate”: all renditions have the same pictures"
            }
            if index > 0, rung.maxHeight == nil, rung.maxWidth == nil {
                return "“\(name)” has neither “maxWidth” nor “maxHeight”, so it is no smaller than “video”"
            }
        }
        return nil
    }

    private static func check(_ key: String, _ value: Int?, _ range: ClosedRange<Int>) -> String? {
        guard let value, !range.contains(value) else { return nil }
        return "“\(key)” is \(value), but must be \(range.lowerBound) to \(range.upperBound)"
    }
}

extension JSONValue {
    /// The first key, with its path, that is not among those allowed in its object.
    fileprivate func firstKey(beyond allowed: [String: Set<String>], path: String = "") -> String? {
        if case .array(let items) = self {
            return items.lazy.compactMap { $0.firstKey(beyond: allowed, path: path) }.first
        }
        guard case .object(let members) = self, let known = allowed[path] else { return nil }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            let full = path.isEmpty ? key : "\(path).\(key)"
            if !known.contains(key) { return full }
            if let found = value.firstKey(beyond: allowed, path: full) { return found }
        }
        return nil
    }
}
