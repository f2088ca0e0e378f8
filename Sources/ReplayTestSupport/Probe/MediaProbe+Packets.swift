import Foundation

extension MediaProbe {
    /// How many packets of a stream a decoder can begin with.
    ///
    /// - Parameter stream: ffmpeg's way to name one: `v:0`.
    /// - Throws: ``ServerError`` when it cannot be read.
    public func keyframeCount(of stream: String) throws -> Int {
        let data = try ffprobe(["-select_streams", stream, "-show_entries", "packet=flags"])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let packets = document?["packets"] as? [[String: Any]] ?? []
        return packets.count { ($0["flags"] as? String)?.hasPrefix("K") == true }
    }
}
