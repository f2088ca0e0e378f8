/// The rows of the table of checks.
public enum HLSCheck: Int, Sendable, CaseIterable, Codable, Comparable {
    /// See `title`.
    case keyframes = 1
    /// See `title`.
    case durations, alignment, timestamps, structure, completeness, bandwidth, ladder, audioGroups, iFrames, captions
    /// See `title`.
    case discontinuities, text, live, parts

    /// A short description of the check.
    public var title: String {
        switch self {
        case .keyframes: "segments begin with an IDR, closed GOPs, a keyframe every 2 s"
        case .durations: "EXTINF and TARGETDURATION are correct"
        case .alignment: "audio and video cover the same range, variants are aligned"
        case .timestamps: "timestamps are continuous from 0"
        case .structure: "version, files, byte ranges and boxes"
        case .completeness: "VOD and ENDLIST in all or none"
        case .bandwidth: "CODECS, RESOLUTION, FRAME-RATE and BANDWIDTH are correct"
        case .ladder: "the ladder suits its players"
        case .audioGroups: "audio groups are described"
        case .iFrames: "I-frame playlists are dense, one frame per range"
        case .captions: "captions over the whole duration"
        case .discontinuities: "DISCONTINUITY where parameters change"
        case .text: "UTF-8, relative URIs, nothing private"
        case .live: "a live playlist only grows at its end"
        case .parts: "parts, their hints, reports and blocking reloads"
        }
    }

    /// The order of the table.
    public static func < (first: HLSCheck, second: HLSCheck) -> Bool { first.rawValue < second.rawValue }
}
