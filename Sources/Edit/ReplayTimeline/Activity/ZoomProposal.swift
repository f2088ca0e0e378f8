package import MediaTime

/// A proposal of zooms to the places at which something happens in a recording. They are clicks, and places where the
/// pointer dwells or the user types. A pure value.
///
/// The limits are those of other programs of this kind.
package struct ZoomProposal: Sendable {
    /// A place at which something happens, with its times in milliseconds.
    struct Interest: Hashable {
        let times: ClosedRange<Int64>
        let area: FrameRectangle
    }

    /// A range with its window, in milliseconds.
    private struct Region {
        let start: Int64
        var end: Int64
        let window: FrameRectangle
    }

    private let size: (width: Int, height: Int)
    private let duration: Int64
    private let scale: Int
    private let interests: [Interest]

    /// The time before an interest at which its zoom begins, in milliseconds.
    private static let lead: Int64 = 300
    /// The time for which a zoom stays after an interest.
    private static let linger: Int64 = 2500
    /// The greatest pause in which a zoom to the same place stays.
    private static let mergedPause: Int64 = 2500
    /// The greatest pause after which the view moves directly to another place.
    private static let linkedPause: Int64 = 1500
    /// The shortest zoom.
    private static let minLength: Int64 = 1500
    /// The time at the end of the recording in which nothing is enlarged.
    private static let tail: Int64 = 1000

    /// The valid scales, in percent.
    package static let scales = 110...400
    /// The scale if the user names none, in percent.
    package static let standardScale = 180

    /// - Parameters:
    ///   - size: The size of the recording's frame, in pixels.
    ///   - duration: The duration of the recording.
    ///   - pointer: The recorded path of the pointer, which may be empty.
    ///   - changes: The changes of the screen, with ascending times.
    ///   - scale: The enlargement, in percent.
    package init(
        size: (width: Int, height: Int), duration: MediaTime, pointer: PointerPath, changes: [ScreenChange],
        scale: Int = standardScale
    ) {
        self.size = size
        self.duration = duration.converted(to: 1000, rounding: .down).value
        self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
        let pointed = pointer.interests(within: size.width / 50)
        let typed = Typing(size: size).interests(in: changes, near: pointed)
        interests = (pointed + typed).sorted { $0.times.lowerBound < $1.times.lowerBound }
    }

    /// The proposed zooms: ascending, disjoint. A zoom touches the next one if the view moves directly to its place.
    /// - Parameters:
    ///   - range: The range of the recording in which zooms may be, or nil for all of it.
    ///   - others: The zooms of the edit. No proposed zoom overlaps them.
    package func zooms(in range: TimeRange? = nil, besides others: [TimeRange] = []) -> [Zoom] {
        regions(in: range).compactMap { region in
            let range = TimeRange(start: .milliseconds(region.start), end: .milliseconds(region.end))
            return others.contains { $0.overlaps(range) } ? nil : Zoom(region.window, during: range)
        }
    }

    private func regions(in range: TimeRange?) -> [Region] {
        let start = range.map { $0.start.converted(to: 1000, rounding: .up).value } ?? 0
        let end = min(range.map { $0.end.converted(to: 1000, rounding: .down).value } ?? .max, duration - Self.tail)
        var regions: [Region] = []
        for interest in interests {
            let from = max(start, interest.times.lowerBound - Self.lead)
            let to = min(end, interest.times.upperBound + Self.linger)
            guard interest.times.lowerBound >= start, from + Self.minLength <= to else { continue }
            guard let last = regions.last, from - last.end < Self.mergedPause else {
                regions.append(Region(start: from, end: to, window: window(around: interest.area)))
                continue
            }
            if last.window.shows(interest.area) {
                regions[regions.count - 1].end = max(last.end, to)
            } else {
                let isLinked = from - last.end < Self.linkedPause
                let start = isLinked ? max(from, last.start + Self.minLength) : from
                guard start + Self.minLength <= to else { continue }
                if isLinked { regions[regions.count - 1].end = start }
                regions.append(Region(start: start, end: to, window: window(around: interest.area)))
            }
        }
        return regions
    }

    /// Returns the part of the frame that shows an area in its middle, with the shape of the frame.
    private func window(around area: FrameRectangle) -> FrameRectangle {
        // A typed text may be longer than the window.
        let least = max(size.width * 100 / scale, area.width * 6 / 5, area.height * 6 / 5 * size.width / size.height)
        let width = min(size.width, least)
        let height = max(1, min(size.height, width * size.height / size.width))
        func start(_ middle: Int, _ length: Int, in whole: Int) -> Int {
            min(max(0, middle - length / 2), whole - length)
        }
        let window = FrameRectangle(
            x: start(area.x + area.width / 2, width, in: size.width),
            y: start(area.y + area.height / 2, height, in: size.height), width: width, height: height)
        return window ?? area
    }
}

extension FrameRectangle {
    /// Returns true if the middle of an area lies in the middle half of this window, and in 70 % of its height. The window
    /// then need not move.
    fileprivate func shows(_ area: FrameRectangle) -> Bool {
        let (across, down) = (2 * area.x + area.width - 2 * x - width, 2 * area.y + area.height - 2 * y - height)
        return abs(across) * 2 <= width && abs(down) * 10 <= height * 7
    }
}
