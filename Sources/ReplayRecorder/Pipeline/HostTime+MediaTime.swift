package import MediaTime

extension HostTime {
    /// The time from `epoch` to this instant, in whole nanoseconds.
    package func time(since epoch: HostTime) -> MediaTime {
        MediaTime(value: self - epoch, timescale: 1_000_000_000)
    }
}
