import MediaTime
import ReplayBroadcast

/// A meter of the recording's bit rate and frame rate, which tells when they exceed the limits of a service. A pure value.
struct RateMeter {
    private let limits: BroadcastService.Limits
    /// The frames of the last seconds: their times in nanoseconds, and their sizes in bytes.
    private var frames: [(time: Int64, size: Int)] = []

    /// The time over which the rates are measured, in nanoseconds.
    private static let window: Int64 = 5_000_000_000
    /// The part of a limit by which it may be exceeded, in percent.
    private static let tolerance = 10

    init(_ limits: BroadcastService.Limits) { self.limits = limits }

    /// Adds a frame.
    /// - Returns: True if the frames of the last five seconds exceed a limit.
    mutating func add(time: Int64, size: Int) -> Bool {
        frames.append((time, size))
        guard let first = frames.first?.time, time - first >= Self.window else { return false }
        let seconds = Int(Self.window / 1_000_000_000)
        frames.removeAll { $0.time <= time - Self.window }
        let bits = frames.reduce(0) { $0 + $1.size } * 8 / seconds
        return exceeds(limits.bitRate, by: bits) || exceeds(limits.framesPerSecond, by: frames.count / seconds)
    }

    private func exceeds(_ limit: Int?, by value: Int) -> Bool {
        limit.map { value > $0 + $0 * Self.tolerance / 100 } ?? false
    }
}
