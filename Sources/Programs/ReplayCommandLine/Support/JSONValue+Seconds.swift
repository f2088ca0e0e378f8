import Files
import MediaTime
import ReplayLibrary

extension JSONValue {
    /// The document with a number of seconds added for each time: `"end": "90/60"` gets `"endSeconds": 1.5`.
    var withSeconds: JSONValue {
        switch self {
        case .object(let members): .object(Self.withSeconds(members))
        case .array(let values): .array(values.map(\.withSeconds))
        case .string(let text): .string(text.unmarked?.description ?? text)
        case .null, .bool, .integer, .number: self
        }
    }

    private static func withSeconds(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var result = members.mapValues(\.withSeconds)
        for (key, value) in members {
            guard case .string(let text) = value, let time = text.unmarked else { continue }
            result["\(key)Seconds"] = .number(time.seconds)
        }
        return result
    }
}

extension String {
    /// The time that was marked during encoding, or nil for any other text.
    fileprivate var unmarked: MediaTime? {
        guard utf8.starts(with: MediaTime.mark.utf8) else { return nil }
        return MediaTime(String(decoding: utf8.dropFirst(MediaTime.mark.utf8.count), as: UTF8.self))
    }
}
