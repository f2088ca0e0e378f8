internal import MediaTime

/// A finder of the places at which the user types: small places of the screen that keep changing near the pointer's last
/// place of interest. A cursor that blinks, and a clock, change too seldom or always the same pixels.
struct Typing {
    private let size: (width: Int, height: Int)

    /// The greatest share of the frame that changes while the user types, in percent.
    private static let maxShare = 15
    /// The greatest pause between two changes, in milliseconds.
    private static let maxPause: Int64 = 1500
    /// The greatest mean time between two changes.
    private static let maxMeanPause: Int64 = 500
    /// The least duration.
    private static let minLength: Int64 = 1000
    /// The least number of different rectangles that change.
    private static let minAreas = 3

    init(size: (width: Int, height: Int)) { self.size = size }

    /// Changes that follow each other at one place, with times in milliseconds.
    private struct Group {
        let start: Int64
        var end: Int64
        var area: FrameRectangle
        var areas: Set<FrameRectangle>
        var count = 1
    }

    /// Returns the ranges in which the user types, with the places.
    /// - Parameters:
    ///   - changes: The changes of the screen, with ascending times.
    ///   - pointed: The places of interest of the pointer, ascending. If there are none, all places count.
    func interests(in changes: [ScreenChange], near pointed: [ZoomProposal.Interest]) -> [ZoomProposal.Interest] {
        var groups: [Group] = []
        for change in changes {
            let time = change.time.converted(to: 1000, rounding: .nearest).value
            if let last = groups.last, time - last.end < Self.maxPause,
                case let area = last.area.union(change.area), isSmall(area)
            {
                groups[groups.count - 1].end = time
                groups[groups.count - 1].area = area
                groups[groups.count - 1].areas.insert(change.area)
                groups[groups.count - 1].count += 1
            } else if isSmall(change.area) {
                groups.append(Group(start: time, end: time, area: change.area, areas: [change.area]))
            }
        }
        return groups.filter { isTyping($0) && isNear($0, pointed) }.map {
            ZoomProposal.Interest(times: $0.start...$0.end, area: $0.area)
        }
    }

    private func isSmall(_ area: FrameRectangle) -> Bool {
        area.width * area.height * 100 < size.width * size.height * Self.maxShare
    }

    private func isTyping(_ group: Group) -> Bool {
        group.areas.count >= Self.minAreas && group.end - group.start >= Self.minLength
            && group.end - group.start <= Int64(group.count - 1) * Self.maxMeanPause
    }

    /// Returns true if the pointer's last place of interest is at most a third of the frame's width away.
    private func isNear(_ group: Group, _ pointed: [ZoomProposal.Interest]) -> Bool {
        guard let last = pointed.last(where: { $0.times.lowerBound <= group.end }) ?? pointed.first else { return true }
        let across = max(0, group.area.x - last.area.x - last.area.width, last.area.x - group.area.x - group.area.width)
        let down = max(0, group.area.y - last.area.y - last.area.height, last.area.y - group.area.y - group.area.height)
        return max(across, down) * 3 <= size.width
    }
}

extension FrameRectangle {
    /// The smallest rectangle that contains both.
    fileprivate func union(_ other: FrameRectangle) -> FrameRectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
        return FrameRectangle(x: left, y: top, width: right - left, height: bottom - top) ?? self
    }
}
