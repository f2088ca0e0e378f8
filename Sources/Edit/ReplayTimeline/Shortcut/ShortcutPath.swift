package import MediaTime

/// The shortcuts that were pressed during a recording. A pure value.
package struct ShortcutPath: Hashable, Sendable {
    /// A press of a shortcut.
    package struct Press: Hashable, Sendable {
        package let time: MediaTime
        /// The names of the keys, such as `Ctrl` and `S`.
        package let keys: [String]

        package init(time: MediaTime, keys: [String]) { (self.time, self.keys) = (time, keys) }
    }

    /// Shortcuts that are shown together.
    package struct Group: Hashable, Sendable {
        /// The range in which the group is shown.
        package let range: TimeRange
        /// The presses in order.
        package let presses: [Press]
    }

    /// A shortcut at an instant.
    package struct Shown: Hashable, Sendable {
        package let keys: [String]
        /// The number of times it was pressed in a row.
        package let count: Int
    }

    /// The longest time between two shortcuts of a group.
    private static let reach = MediaTime.milliseconds(500)
    /// The time for which a group is shown after its last press.
    private static let linger = MediaTime.milliseconds(800)
    /// The times in which a group appears and disappears.
    private static let (appearing, leaving) = (MediaTime.milliseconds(80), MediaTime.milliseconds(200))
    /// The largest number of different shortcuts that a group shows.
    private static let maxShown = 4

    /// The groups: ascending, disjoint.
    package let groups: [Group]

    /// - Parameters:
    ///   - presses: The presses, with ascending times.
    ///   - end: The end of the recording.
    package init(_ presses: [Press] = [], until end: MediaTime = .zero) {
        var groups: [[Press]] = []
        for press in presses where press.time < end {
            if let last = groups.last?.last, press.time - last.time <= Self.reach {
                groups[groups.count - 1].append(press)
            } else {
                groups.append([press])
            }
        }
        self.groups = groups.enumerated().map { number, presses in
            let next = number + 1 < groups.count ? groups[number + 1][0].time : end
            let stop = min((presses.last?.time ?? .zero) + Self.linger, next)
            return Group(range: TimeRange(start: presses[0].time, end: stop), presses: presses)
        }
    }

    /// Returns the shortcuts that are shown at an instant, and their visibility in 0...1. Returns nil if there are none.
    package func shown(at time: MediaTime) -> (shortcuts: [Shown], visibility: Double)? {
        let place = groups.partitioningIndex { $0.range.end > time }
        guard place < groups.count, groups[place].range.start <= time else { return nil }
        let group = groups[place]
        var shortcuts: [Shown] = []
        for press in group.presses where press.time <= time {
            if let last = shortcuts.last, last.keys == press.keys {
                shortcuts[shortcuts.count - 1] = Shown(keys: last.keys, count: last.count + 1)
            } else {
                shortcuts.append(Shown(keys: press.keys, count: 1))
            }
        }
        let (since, left) = ((time - group.range.start).seconds, (group.range.end - time).seconds)
        let visibility = min(1, max(0.3, since / Self.appearing.seconds), left / Self.leaving.seconds)
        return (shortcuts.suffix(Self.maxShown), visibility)
    }

    /// The parts of the groups, of which some change over time.
    package var parts: [(range: TimeRange, isMoving: Bool)] {
        groups.flatMap { group -> [(range: TimeRange, isMoving: Bool)] in
            let range = group.range
            let first = min(range.start + Self.appearing, range.end)
            let last = max(first, range.end - Self.leaving)
            // Each press begins a part, because it changes what is shown.
            let presses = group.presses.map(\.time).filter { $0 > first && $0 < last }
            let borders = [first] + presses + [last]
            let steady = zip(borders, borders.dropFirst()).map { (TimeRange(start: $0, end: $1), false) }
            return
                ([(TimeRange(start: range.start, end: first), true)] + steady
                + [(TimeRange(start: last, end: range.end), true)]).filter { !$0.0.isEmpty }
        }
    }
}
