import Files
import ReplayLibrary
import ReplayMovie

/// A private folder in the job log, with the files through which the cluster's processes get tasks and report errors.
struct SlurmFolder: Sendable {
    private static let maxLineLength = 400
    private let directory: Directory

    var path: String { directory.path }

    /// Creates the folder.
    init(_ path: String) throws(FileSystemError) {
        let (parent, name) = path.pathParts
        directory = try Directory.open(parent).createDirectory(name)
    }

    /// Writes the tasks of an array, one on each line.
    func write(_ tasks: String, of submission: Int) throws(FileSystemError) {
        try directory.replace(SlurmScript.tasksName(submission), with: Array(tasks.utf8), isDurable: false)
    }

    /// Returns the last line that a process wrote to standard error, or nil if there is none.
    func lastComplaint(at place: SlurmArrayIndex) -> String? {
        lastLines(of: SlurmScript.errorsName(place)).last
    }

    /// Returns the fraction of a task that its process last reported, or nil if it has not reported any.
    func progress(at place: SlurmArrayIndex) -> Double? {
        // The last line may be incomplete.
        lastLines(of: SlurmScript.progressName(place)).suffix(2).compactMap(TaskProgress.init).last?.fraction
    }

    /// Returns the last lines of a file. Empty if the file cannot be read, for example because a node has its own
    /// file system.
    private func lastLines(of name: String) -> [String] {
        let size = directory.size(of: name)
        let start = max(0, size - Int64(Self.maxLineLength))
        // These lines only add to a report. The job’s result has a file of its own.
        guard size > 0, let bytes = try? directory.contents(of: name, from: start, first: Self.maxLineLength) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Returns a sentence that explains why a task is given up that never left a result.
    func reason(at place: SlurmArrayIndex, attempts: Int) -> String {
        let what = "it was run on the cluster \(attempts) times and left no result"
        guard let complaint = lastComplaint(at: place) else {
            return "\(what); check that its nodes can access \(path)"
        }
        return "\(what); its last message was “\(complaint)”"
    }
}
