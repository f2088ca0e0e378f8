import Foundation
import Synchronization

/// The number of attempts and recoveries for each fault, and the largest losses. `make torture` prints the table.
public final class TortureTable: Sendable {
    private struct Row {
        var tried = 0
        var recovered = 0
        /// The losses of the recovered attempts, in milliseconds.
        var losses: [Int] = []
    }

    /// The factor by which REPLAY_TORTURE increases the number of attempts.
    public static let factor = ProcessInfo.processInfo.environment["REPLAY_TORTURE"].flatMap { Int($0) } ?? 1

    /// The failures. Threads of a test cannot report them to the test itself.
    public var complaints: [String] { complaintList.withLock { $0 } }

    private let complaintList = Mutex<[String]>([])
    private let rows = Mutex<[(name: String, row: Row)]>([])

    /// Creates an empty table.
    public init() {}

    /// Notes an attempt.
    /// - Parameter loss: The loss in milliseconds; nil if nothing was recovered.
    public func note(_ fault: String, loss: Int?) {
        rows.withLock { rows in
            if !rows.contains(where: { $0.name == fault }) { rows.append((fault, Row())) }
            guard let place = rows.firstIndex(where: { $0.name == fault }) else { return }
            rows[place].row.tried += 1
            guard let loss else { return }
            rows[place].row.recovered += 1
            rows[place].row.losses.append(max(0, loss))
        }
    }

    /// Prints and keeps a failure.
    public func complain(_ text: String) {
        print(text)
        complaintList.withLock { $0.append(text) }
    }

    /// Prints the rows, and appends them to the file that REPLAY_TORTURE_TABLE names.
    public func report() {
        let lines = rows.withLock { rows in
            rows.sorted { $0.name < $1.name }.map { name, row in
                let losses = row.losses.sorted()
                let (median, worst) = (losses.isEmpty ? 0 : losses[losses.count / 2], losses.last ?? 0)
                return "| \(name) | \(row.tried) | \(row.recovered) | \(median) ms | \(worst) ms |\n"
            }
        }
        print(lines.joined(), terminator: "")
        guard let path = ProcessInfo.processInfo.environment["REPLAY_TORTURE_TABLE"],
            let file = FileHandle(forWritingAtPath: path)
        else { return }
        file.seekToEndOfFile()
        file.write(Data(lines.joined().utf8))
    }
}
