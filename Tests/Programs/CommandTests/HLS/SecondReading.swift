import Foundation
import ReplayTestSupport

/// The contents of an HLS folder as the PyPI package “m3u8” reads it, by Scripts/judges/read-playlists.
struct SecondReading: Decodable {
    struct Variant: Decodable {
        let uri: String
        let bandwidth: Int
        let averageBandwidth: Int?
        let codecs: String?
        let resolution: [Int]
        let frameRate: Double?
        let audio: String?
    }

    struct Group: Decodable {
        let type: String
        let group: String
        let language: String?
        let channels: String?
    }

    struct Media: Decodable {
        let uri: String
        /// The target duration; a number, or the text of one.
        let targetDuration: Double
        let type: String?
        let isEnded: Bool
        let isIFramesOnly: Bool
        let maps: [String]
        let durations: [Double]
        let files: [String]
    }

    let isIndependent: Bool
    let variants: [Variant]
    let groups: [Group]
    let sessionData: [String]
    let media: [Media]

    private static let script = ProjectFolder.path("Scripts/judges/read-playlists")

    /// True if the package is installed or can be downloaded.
    static let isThere = (try? ChildProcess([script]).wait().status) == 0

    init(of path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: ChildProcess.tool([Self.script, path]))
    }
}
