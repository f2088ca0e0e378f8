import Foundation
import Synchronization

/// What was tried, how often it could be recovered, and what was lost at worst; `make torture` prints it.
final class TortureTable: Sendable {
    struct Row {
        var tried = 0
        var recovered = 0
        /// In milliseconds, of those that were recovered.
        var losses: [Int] = []
    }

    /// How many times as often as in the ordinary tests things are tried: REPLAY_TORTURE.
    static let factor = ProcessInfo.processInfo.environment["REPLAY_TORTURE"].flatMap { Int($0) } ?? 1

    /// What was not as it has to be; threads of a test cannot say it to the test itself.
    var complaints: [String] { complaintList.withLock { $0 } }

    private let complaintList = Mutex<[String]>([])
    private let rows = Mutex<[(name: String, row: Row)]>([])

    /// - Parameter loss: in milliseconds; nil where nothing could be recovered.
    func note(_ fault: String, loss: Int?) {
        rows.withLock { rows in
            if !rows.contains(where: { $0.name == fault }) { rows.append((fault, Row())) }
            guard let place = rows.firstIndex(where: { $0.name == fault }) else { return }
            rows[place].row.tried += 1
            guard let loss else { return }
            rows[place].row.recovered += 1
            rows[place].row.losses.append(max(0, loss))
        }
    }

    func complain(_ text: String) {
        print(text)
        complaintList.withLock { $0.append(text) }
    }

    /// Prints the rows, and adds them to the file that REPLAY_TORTURE_TABLE names.
    func report() {
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
