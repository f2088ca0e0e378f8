import FoundationEssentials

/// A line of the output of `parallel`: a task's number, a tab, and a line that the task's process wrote.
struct ParallelLine {
    enum Content {
        case progress(TaskProgress)
        case ended(TaskEnd)
    }

    private struct End: Decodable { let ended: Int32 }

    /// The task's index, from 0.
    let task: Int
    let content: Content

    /// Parses a line, or returns nil for any other text.
    init?(_ line: String) {
        guard let tab = line.utf8.firstIndex(of: UInt8(ascii: "\t")), let number = Int(line[..<tab]), number > 0 else {
            return nil
        }
        let rest = String(line[line.utf8.index(after: tab)...])
        task = number - 1
        // Only asks whether the line is a report. Other lines are ignored.
        if let progress = TaskProgress(line: rest) {
            content = .progress(progress)
        } else if let end = try? JSONDecoder().decode(End.self, from: Data(rest.utf8)) {
            // A shell reports a signal as an exit code of 128 plus the signal's number.
            content = .ended(end.ended > 128 ? .killed(end.ended - 128) : .exited(end.ended))
        } else {
            return nil
        }
    }
}
