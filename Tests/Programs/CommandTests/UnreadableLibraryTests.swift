import Foundation
import ReplayTestSupport
import Testing

/// Checks that users learn of recordings that cannot be opened or repaired.
@Suite(.timeLimit(.minutes(30))) struct UnreadableLibraryTests {
    private struct Entry: Decodable {
        let id: String
        let state: String
        let damage: String?
    }

    @Test("A recording that cannot be opened is listed as damaged, with the reason")
    func list() throws {
        let place = try Workplace()
        let (id, other) = (try place.importMovie(.silent), try place.importMovie(.silent))
        _ = try place.shell("mv home/recordings/\(id) elsewhere; ln -s ../../elsewhere home/recordings/\(id)")
        let list = try place.replay("list")
        #expect(list.status == 0 && list.output.contains(other))
        let row = list.output.split(separator: "\n").first { $0.contains(id) } ?? ""
        #expect(row.contains("damaged"), "\(list.output)")
        #expect(list.errors.contains("recording \(id) cannot be opened"), "\(list.errors)")
        let entries: [Entry] = try place.replay("list", "--json").json()
        #expect(entries.map(\.id) == [id, other].sorted())
        let entry = try #require(entries.first { $0.id == id })
        #expect(entry.state == "damaged" && entry.damage != nil)
    }

    @Test(
        "A repair that fails is told of, and commands that read no recording repair nothing",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func repair() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try interrupt(id, at: place)
        let presets = try place.replay("presets")
        #expect(presets.status == 0 && presets.errors.isEmpty, "\(presets.errors)")
        try #require(place.shell("cat home/recordings/\(id)/recording.json").output.contains("ending") == false)
        place.variables = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.home.path, "FAULT_CALL": "write", "FAULT_AT": "1", "FAULT_FOR": "0",
            "FAULT_ERRNO": "\(ENOSPC)",
        ]
        let list = try place.replay("list")
        #expect(list.errors.contains("recording \(id) cannot be repaired"), "\(list.errors)")
        place.variables = [:]
        let repaired = try place.replay("list")
        #expect(repaired.errors.contains("recording \(id) was interrupted"), "\(repaired.errors)")
    }

    @Test("An import that was killed before it was whole is no recording, for it may show what its movie hides")
    func killedImport() throws {
        let place = try Workplace()
        let (killed, whole) = (try place.importMovie(.silent), try place.importMovie(.silent))
        try interrupt(killed, at: place, origin: "import")
        let list = try place.replay("list")
        #expect(list.errors.contains("recording \(killed) was interrupted"), "\(list.errors)")
        #expect(!list.output.contains(killed) && list.output.contains(whole), "\(list.output)")
        #expect(!place.exists("home/recordings/\(killed)"))
    }

    /// Removes the facts of the recording's end.
    private func interrupt(_ id: String, at place: Workplace, origin: String = "screen") throws {
        let file = place.recordingFolder(id).appending(path: "recording.json")
        var facts = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        facts["ending"] = nil
        facts["origin"] = origin
        try JSONSerialization.data(withJSONObject: facts).write(to: file)
    }
}
