import Files
import Glibc
import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// A check that fetches live playlists a second time and compares them.
struct LiveWatch {
    private let server: LoopbackServer

    private static let maxWait = 10

    init(_ server: LoopbackServer) { self.server = server }

    /// Returns the findings. It waits only if a playlist is live.
    func findings(_ presentations: [Presentation]) -> [HLSFinding] {
        let live = presentations.flatMap(\.renditions).filter(\.playlist.isLive)
        guard let target = live.compactMap(\.playlist.targetDuration).max() else { return [] }
        sleep(UInt32(min(target, Self.maxWait)))
        return live.flatMap { rendition -> [HLSFinding] in
            do throws(FileSystemError) {
                let text = try server.fresh(rendition.path.pathComponents)
                return PlaylistUpdate(path: rendition.path, old: rendition.playlist, new: ParsedMediaPlaylist(text))
                    .findings
            } catch {
                let found = "a playlist that cannot be fetched again: \(error.cause)"
                return [HLSFinding(.live, file: rendition.path, found: found, expected: "it")]
            }
        }
    }
}
