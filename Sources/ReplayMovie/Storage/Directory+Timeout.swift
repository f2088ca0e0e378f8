import Glibc

extension Directory {
    /// Between two tries to lock a folder, in milliseconds.
    private static let lockInterval = 10

    /// As `exclusively(waits:_:)`, for at most `timeout` milliseconds of waiting.
    /// - Throws: `FileSystemError` with `EWOULDBLOCK` where others held the folder for all that time.
    package func exclusively<Value>(timeout: Int, _ body: () throws -> Value) throws -> Value {
        var remaining = timeout
        while true {
            do {
                // What `body` throws is no reason to try again.
                return try exclusively(waits: false) { Result { try body() } }.get()
            } catch let error as FileSystemError where error.code == EWOULDBLOCK && remaining > 0 {
                usleep(UInt32(Self.lockInterval * 1000))
                remaining -= Self.lockInterval
            }
        }
    }
}
