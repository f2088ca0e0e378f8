import FoundationEssentials
import MediaTime
import ReplayMovie

extension Preset {
    /// The presets that come with Replay, by name.
    public static let builtIn: [Preset] = [
        PackageResources.share_1080p_json, PackageResources.share_720p_json, PackageResources.original_json,
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

    private static let keys: [String: Set<String>] = [
        "": ["version", "name", "summary", "video", "audio"],
        "video": ["maxWidth", "maxHeight", "frameRate", "crf", "encoderPreset", "keyframeSeconds"],
        "audio": ["bitRate"],
    ]

    /// The first value out of range, in words.
    private var problem: String? {
        func check(_ key: String, _ value: Int?, _ range: ClosedRange<Int>) -> String? {
            guard let value, !range.contains(value) else { return nil }
            return "“\(key)” is \(value), but must be \(range.lowerBound) to \(range.upperBound)"
        }
        let rate = video.frameRate.map { $0.framesPerSecond } ?? 30
        return version == 1
            ? check("video.maxWidth", video.maxWidth, 16...16_384)
                ?? check("video.maxHeight", video.maxHeight, 16...16_384)
                ?? check("video.crf", video.crf, 0...51)
                ?? check("video.keyframeSeconds", video.keyframeSeconds, 1...10)
                ?? check("audio.bitRate", audio.bitRate, 32_000...512_000)
                ?? (rate > 240 ? "“video.frameRate” must be at most 240" : nil)
            : "its version is \(version), but must be 1"
    }
}

extension JSONValue {
    /// The first key, with its path, that is not among those allowed in its object.
    fileprivate func firstKey(beyond allowed: [String: Set<String>], path: String = "") -> String? {
        guard case .object(let members) = self, let known = allowed[path] else { return nil }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            let full = path.isEmpty ? key : "\(path).\(key)"
            if !known.contains(key) { return full }
            if let found = value.firstKey(beyond: allowed, path: full) { return found }
        }
        return nil
    }
}
