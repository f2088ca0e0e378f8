import FoundationEssentials
public import MediaTime

/// A line that a task's process writes while it works: `{"done": time, "total": time}`.
public struct TaskProgress: Codable, Sendable {
    /// What of the output is there.
    public let done: MediaTime
    /// How long the output will be.
    public let total: MediaTime

    /// Sets its properties.
    public init(done: MediaTime, total: MediaTime) {
        self.done = done
        self.total = total
    }

    /// Nil for any other line.
    init?(line: String) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
        self = read
    }

    /// 0...1.
    var fraction: Double { total > .zero ? min(max(done.seconds / total.seconds, 0), 1) : 0 }
}
