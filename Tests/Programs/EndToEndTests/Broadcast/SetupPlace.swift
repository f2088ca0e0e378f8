import Foundation
import ReplayTestSupport

/// A place with a screen and an RTMP server, with a service that has a set-up program.
final class SetupPlace {
    /// A message that a program of the service has got.
    struct Notice: Decodable {
        var event, service: String
        var version: Int
        var reason, recording: String?
        var values: [String: String]
    }

    let live: BroadcastPlace
    var place: Workplace { live.place }

    /// - Parameter script: The set-up program, in sh; nil for one that answers at once.
    init(script: String? = nil, hasAudio: Bool = false) throws {
        live = try BroadcastPlace(hasAudio: hasAudio)
        try add(Self.notice, name: "notice", mode: 0o755)
        try add(script ?? "cat >facts.json\n\(answer())\n", name: "program", mode: 0o755)
        try addService("test", #"{ version: 1, name: "test", setup: ["./program", "word"] }"#)
    }

    /// A program that appends the message that it gets to a file, and writes its environment and the command lines.
    private static let notice = """
        cat >>notices.jsonl
        env >>seen
        ps -ww -eo args >>seen
        """

    /// A line of sh that answers with the RTMP server.
    func answer(live: String = "./notice", finish: String = "./notice") -> String {
        let server = self.live.server
        return """
            echo '{"address":"\(server.address)","key":"\(server.key)","publicURL":"https://example.org/w",\
            "live":["\(live)"],"finish":["\(finish)"]}'
            """.replacing("\\\n", with: "")
    }

    private var services: URL {
        // With an audio server, its folder is the user's home.
        let config = place.environment["XDG_CONFIG_HOME"] ?? (place.environment["HOME"] ?? "") + "/.config"
        return URL(fileURLWithPath: config).appending(path: "replay/services")
    }

    /// Writes a script of sh into the folder of the services.
    func add(_ script: String, name: String, mode: Int) throws {
        try write("#!/bin/sh\n" + script, to: name, mode: mode)
    }

    /// Writes the file of a service.
    func addService(_ name: String, _ text: String, mode: Int = 0o600) throws {
        try write(text, to: name + ".json5", mode: mode)
    }

    private func write(_ text: String, to name: String, mode: Int) throws {
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: true)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        let path = services.appending(path: name).path
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes) else {
            throw ServerError("There is no \(name).")
        }
    }

    /// Starts `replay broadcast` without a key.
    func broadcast(_ words: String..., target: String = "test") throws -> ChildProcess {
        try place.start(
            ["broadcast", target, "--consent", "--audio", place.audio == nil ? "none" : "both"] + words)
    }

    /// Returns the messages that the programs have got.
    func notices() throws -> [Notice] {
        // There is no file before the first message.
        guard let text = try? String(contentsOfFile: place.path("notices.jsonl"), encoding: .utf8) else { return [] }
        return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { try JSONDecoder().decode(Notice.self, from: Data($0.utf8)) }
    }

    /// Waits until the target is live and frames were sent.
    func awaitFrames(_ count: Int = 10) throws {
        try live.await("\(count) frames sent") { $0.state == .live && $0.frames >= count }
    }

    /// Returns the numbers of the processes whose environment has this place's folder and whose command line contains a
    /// text.
    func processes(_ text: String) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { pid in
            // A process may end meanwhile.
            let files = ["environ", "cmdline"].map { FileManager.default.contents(atPath: "/proc/\(pid)/\($0)") }
            let texts = files.map { String(decoding: $0 ?? Data(), as: UTF8.self) }
            return texts[0].contains("REPLAY_HOME=\(place.home.path)") && texts[1].contains(text)
        }
    }
}
