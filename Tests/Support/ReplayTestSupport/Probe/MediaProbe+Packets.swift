import Foundation

extension MediaProbe {
    /// Returns the number of keyframes of a stream.
    ///
    /// - Parameter stream: A stream specifier of ffmpeg, such as `v:0`.
    /// - Throws: ``ServerError`` if the file cannot be read.
    public func keyframeCount(of stream: String) throws -> Int {
        let data = try ffprobe(["-select_streams", stream, "-show_entries", "packet=flags"])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let packets = document?["packets"] as? [[String: Any]] ?? []
        return packets.count { ($0["flags"] as? String)?.hasPrefix("K") == true }
    }

    /// Returns a hash of the data of each packet of a stream, in the file's order.
    ///
    /// - Parameter stream: A stream specifier of ffmpeg, such as `v:0`.
    /// - Throws: ``ServerError`` if the file cannot be read.
    public func packetHashes(of stream: String) throws -> [String] {
        let data = try ffprobe([
            "-select_streams", stream, "-show_data_hash", "md5", "-show_entries", "packet=data_hash",
        ])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (document?["packets"] as? [[String: Any]] ?? []).compactMap { $0["data_hash"] as? String }
    }

    /// Returns the presentation time of each packet of a stream in seconds, by the hash of its data. Packets with equal
    /// data are left out.
    ///
    /// - Parameter stream: A stream specifier of ffmpeg, such as `v:0`.
    /// - Throws: ``ServerError`` if the file cannot be read.
    public func packetTimes(of stream: String) throws -> [String: Double] {
        let data = try ffprobe([
            "-select_streams", stream, "-show_data_hash", "md5", "-show_entries", "packet=pts_time,data_hash",
        ])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let packets = (document?["packets"] as? [[String: Any]] ?? []).compactMap { packet -> (String, Double)? in
            guard let hash = packet["data_hash"] as? String, let time = packet["pts_time"] as? String else {
                return nil
            }
            return Double(time).map { (hash, $0) }
        }
        return Dictionary(grouping: packets, by: \.0).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
    }
}

extension MediaProbe {
    /// Returns the presentation times of a stream's packets, in seconds, and their byte ranges, in the file's order.
    ///
    /// - Parameter stream: A stream specifier of ffmpeg, such as `v:0`.
    /// - Throws: ``ServerError`` if the file cannot be read.
    func packetPlaces(of stream: String) throws -> [(seconds: Double, place: Range<Int>)] {
        let data = try ffprobe(["-select_streams", stream, "-show_entries", "packet=pts_time,size,pos"])
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (document?["packets"] as? [[String: Any]] ?? []).compactMap { packet in
            let facts = packet.compactMapValues { $0 as? String }
            guard let seconds = facts["pts_time"].flatMap(Double.init), let start = facts["pos"].flatMap(Int.init),
                let size = facts["size"].flatMap(Int.init)
            else { return nil }
            return (seconds, start..<start + size)
        }
    }
}
