import Foundation
import ReplayTestSupport
import Testing

/// A preset file of the project's, for tests to change; read as JSON, whatever Replay makes of it.
struct HLSPresetFile {
    private(set) var document: [String: Any]

    /// That of `Presets/NAME.json`.
    static func read(_ name: String) throws -> HLSPresetFile {
        let file = ProjectFolder.url.appending(path: "Presets/\(name).json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return HLSPresetFile(document: try #require(object as? [String: Any]))
    }

    /// Writes a copy, changed.
    static func write(_ name: String = "hls", to path: String, _ change: (inout HLSPresetFile) -> Void) throws {
        var preset = try read(name)
        change(&preset)
        try preset.write(to: path)
    }

    /// That an export of it can be stopped on its way: few rungs, each of which takes long.
    mutating func encodeSlowly() {
        // At a constant rate nothing is copied.
        change("video") {
            $0["encoderPreset"] = "veryslow"
            $0["frameRate"] = "30"
        }
        change("hls") { $0["rungs"] = [] }
    }

    /// An MP4 file in place of a folder, whose frames are those of the largest rung.
    /// - Parameter rate: of the frames; nil: the recording's own times.
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
