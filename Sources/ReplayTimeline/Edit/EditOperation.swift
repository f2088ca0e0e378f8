public import MediaTime

/// One decision about what to keep of a recording.
///
/// Trim and cuts are kept apart, so cuts mean the same before a trim and after it. `━` is kept, `┄` removed.
public enum EditOperation: Hashable, Sendable {
    /// Keeps the range and what was not cut from it; the last trim given takes the place of earlier ones.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     trim 2..12
    ///     after         ┄┄━━━┄┄┄┄┄━━┄┄┄┄┄┄┄┄
    case trim(TimeRange)

    /// Removes the range. Cuts add up.
    ///
    ///                   0    5    10   15   20
    ///     before        ━━━━━┄┄┄┄┄━━━━━━━━━━
    ///     cut 8..15
    ///     after         ━━━━━┄┄┄┄┄┄┄┄┄┄━━━━━
    case cut(TimeRange)

    /// The range that is kept or removed.
    public var range: TimeRange {
        switch self {
        case .trim(let range), .cut(let range): range
        }
    }

    /// The same on what of its range lies in `limits`; nil where nothing does.
    package func limited(to limits: TimeRange) -> EditOperation? {
        let range = TimeRange(
            start: max(range.start, limits.start), end: max(range.start, limits.start, min(range.end, limits.end)))
        guard !range.isEmpty else { return nil }
        switch self {
        case .trim: return .trim(range)
        case .cut: return .cut(range)
        }
    }
}

extension EditOperation: Codable {
    private enum CodingKeys: CodingKey {
        case trim, cut
    }

    /// Reads `{"trim": range}` or `{"cut": range}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let range = try container.decodeIfPresent(TimeRange.self, forKey: .trim) {
            self = .trim(range)
        } else {
            self = .cut(try container.decode(TimeRange.self, forKey: .cut))
        }
    }

    /// Writes `{"trim": range}` or `{"cut": range}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .trim(let range): try container.encode(range, forKey: .trim)
        case .cut(let range): try container.encode(range, forKey: .cut)
        }
    }
}
