import FoundationEssentials
public import MediaTime

/// A progress line that a task's process writes: `{"done": time, "total": time}`.
public struct TaskProgress: Codable, Sendable {
    /// The duration of the output that is done.
    public let done: MediaTime
    /// The duration of the whole output.
    public let total: MediaTime

    /// Creates a progress line.
    public init(done: MediaTime, total: MediaTime) {
        self.done = done
        self.total = total
    }

    /// Parses a line, or returns nil for any other text.
    init?(line: String) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = read
    }

    /// The fraction that is done, in 0...1.
    var fraction: Double { total > .zero ? min(max(done.seconds / total.seconds, 0), 1) : 0 }
}
