import FoundationEssentials
package import MediaTime

extension Recording {
    /// When an instant of the recording was recorded, in ISO 8601, in UTC, to the millisecond.
    package func dateText(at time: MediaTime) -> String {
        let date = facts.createdAt.addingTimeInterval(Double(time.converted(to: 1000, rounding: .down).value) / 1000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
