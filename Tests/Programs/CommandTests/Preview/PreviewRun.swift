import Foundation
import ReplayTestSupport

/// A `replay preview` process that a test talks to. It is killed with this object.
final class PreviewRun {
    let process: ChildProcess
    let client: PreviewClient
    /// The address that a user would open.
    let address: String

    private struct Report: Decodable { let address: String }

    /// - Parameters:
    ///   - wrapper: The program that starts the command, with its arguments. The command follows them.
    ///   - arguments: The arguments of `replay preview`.
    init(_ place: Workplace, wrapper: [String] = [], _ arguments: String...) throws {
        process = try place.start(
            command: wrapper + [BuiltProgram.replay.path, "preview", "--no-open", "--json"] + arguments)
        do {
            address = try JSONDecoder().decode(Report.self, from: Data(try process.nextLine().utf8)).address
            guard let parts = URLComponents(string: address), let port = parts.port.flatMap({ UInt16(exactly: $0) }),
                let token = parts.fragment?.split(separator: "/").first
            else { throw ServerError("“\(address)” is no address.") }
            client = PreviewClient(port: port, token: String(token), life: ServerLife(process))
        } catch {
            process.kill()
            throw error
        }
    }

    /// Waits until the process has ended.
    func wait() throws -> ChildProcess.Outcome {
        try withExtendedLifetime(self) { try process.wait() }
    }

    /// A page.
    func socket(watching id: String? = nil) throws -> PreviewEvents { try PreviewEvents(client, watching: id) }

    /// Returns when a recording's whole proxy exists.
    func awaitProxy(_ id: String) throws {
        let socket = try socket(watching: id)
        if try client.description(id).video?.progress == 1 { return }
        try socket.next("recording") { $0.description?.video?.progress == 1 }
    }

    /// Begins an export, and follows it to its end.
    func export(_ id: String, _ body: [String: Any], _ socket: PreviewEvents) throws -> PreviewExport {
        let started: PreviewExport = try client.post("recordings/\(id)/exports", body).json()
        let last = try socket.next("export") { $0.export?.id == started.id && $0.export?.state != "running" }
        guard let export = last.export else { throw ServerError("The export \(started.id) is gone.") }
        return export
    }
}

/// Kills a server when no client refers to it any more.
final class ServerLife: Sendable {
    private let process: ChildProcess

    init(_ process: ChildProcess) { self.process = process }

    deinit { process.kill() }
}

/// The fragments of a track that a player receives.
struct PlayedFragments {
    struct Fragment {
        let number: Int
        let start: Int
        let duration: Int
    }

    let fragments: [Fragment]

    init(_ data: Data) {
        let bytes = [UInt8](data)
        func number(_ place: Int, _ size: Int) -> Int { bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
        var (fragments, place) = ([Fragment](), 0)
        while place + 8 <= bytes.count {
            if String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) == "moof" {
                // `mfhd` of 16 bytes, and in `traf`: `tfhd` of 16, `tfdt` of 20, `trun` of 28.
                fragments.append(
                    Fragment(
                        number: number(place + 20, 4), start: number(place + 60, 8), duration: number(place + 88, 4)))
            }
            place += max(8, number(place, 4))
        }
        self.fragments = fragments
    }
}
