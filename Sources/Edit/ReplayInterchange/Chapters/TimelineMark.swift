package import MediaTime
package import ReplayTimeline

/// An instant of a recording that its user marked.
package struct TimelineMark: Hashable, Sendable {
    /// In the recording's own time.
    package let time: MediaTime
    /// What it is called; nil: it has no name.
    package let name: String?

    /// A name that is empty is none.
    package init(time: MediaTime, name: String?) {
        (self.time, self.name) = (time, name?.isEmpty == true ? nil : name)
    }

    /// As the edit decided it.
    package init(_ mark: EditMark) { self.init(time: mark.time, name: mark.name?.text) }

    /// The decision to set it.
    package var operation: EditOperation { .mark(EditMark(time, name.flatMap { TitleText(cleaning: $0) })) }

    /// The mark at the nearest tick of a clock.
    package func converted(to timescale: Int32) -> TimelineMark {
        TimelineMark(time: time.converted(to: timescale, rounding: .nearest), name: name)
    }
}
