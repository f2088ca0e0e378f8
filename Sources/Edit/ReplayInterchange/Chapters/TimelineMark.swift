package import MediaTime
package import ReplayTimeline

/// An instant of a recording that the user marked.
package struct TimelineMark: Hashable, Sendable {
    /// The instant, in the recording's time.
    package let time: MediaTime
    /// The name, or nil if the mark has none.
    package let name: String?

    /// Creates a mark. An empty name becomes nil.
    package init(time: MediaTime, name: String?) {
        (self.time, self.name) = (time, name?.isEmpty == true ? nil : name)
    }

    /// Creates a mark from a mark of the edit.
    package init(_ mark: EditMark) { self.init(time: mark.time, name: mark.name?.text) }

    /// The operation that sets the mark.
    package var operation: EditOperation { .mark(EditMark(time, name: name.flatMap { TitleText(cleaning: $0) })) }

    /// Returns the mark at the nearest tick of another timescale.
    package func converted(to timescale: Int32) -> TimelineMark {
        TimelineMark(time: time.converted(to: timescale, rounding: .nearest), name: name)
    }
}
