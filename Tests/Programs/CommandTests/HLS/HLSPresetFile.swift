import Foundation
import ReplayTestSupport
import Testing

/// A preset file of the project that tests can change. It is read as plain JSON, independently of Replay.
struct HLSPresetFile {
    private(set) var document: [String: Any]

    /// Reads `Presets/NAME.json`.
    static func read(_ name: String) throws -> HLSPresetFile {
        let file = ProjectFolder.url.appending(path: "Presets/\(name).json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return HLSPresetFile(document: try #require(object as? [String: Any]))
    }

    /// Writes a changed copy.
    static func write(_ name: String = "hls", to path: String, _ change: (inout HLSPresetFile) -> Void) throws {
        var preset = try read(name)
        change(&preset)
        try preset.write(to: path)
    }

    /// Makes the export slow, with few rungs, so that a test can stop it before its end.
    mutating func encodeSlowly() {
        // At a constant rate, nothing is copied.
        change("video") {
            $0["encoderPreset"] = "veryslow"
            $0["frameRate"] = "30"
        }
        change("hls") { $0["rungs"] = [] }
    }

    /// Makes the preset export an MP4 file whose frames equal those of the largest rung.
    /// - Parameter rate: The frame rate; nil for the recording's own times.
    mutating func makeMovie(rate: String?) {
        document["hls"] = nil
        if let rate { change("video") { $0["frameRate"] = rate } }
    }

    mutating func change(_ section: String, _ change: (inout [String: Any]) -> Void) {
        var values = document[section] as? [String: Any] ?? [:]
        change(&values)
        document[section] = values
    }

    func write(to path: String) throws {
        let data = try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .prettyPrinted])
        try data.write(to: URL(fileURLWithPath: path))
    }
}
