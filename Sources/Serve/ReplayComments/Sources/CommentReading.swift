import ReplayBroadcast

/// An open source of comments. Use it from one thread, which it may block.
protocol CommentReading: AnyObject {
    /// Waits for data, for at most 200 ms.
    /// - Returns: The data that came; nothing if none came.
    /// - Throws: `BroadcastFailure` if the source was lost.
    func next() throws(BroadcastFailure) -> [CommentInput]
}
