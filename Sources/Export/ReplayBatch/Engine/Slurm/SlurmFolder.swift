import Files
import ReplayLibrary
import ReplayMovie

/// The files by which a cluster's processes learn what to do and say what went wrong: a private folder in the job log.
struct SlurmFolder: Sendable {
    private static let maxLineLength = 400
    private let directory: Directory

    var path: String { directory.path }

    /// Makes the folder.
    init(_ path: String) throws(FileSystemError) {
        let (parent, name) = path.pathParts
        directory = try Directory.open(parent).createDirectory(name)
    }

    /// Writes down which tasks are which of an array.
    func write(_ tasks: String, of submission: Int) throws(FileSystemError) {
        try directory.replace(SlurmScript.tasksName(submission), with: Array(tasks.utf8), isDurable: false)
    }

    /// The last line that a process wrote to standard error; nil: there is none, or it never ran.
    func lastComplaint(at place: SlurmArrayIndex) -> String? {
        lastLines(of: SlurmScript.errorsName(place)).last
    }

    /// How much of its task a process has done, by the last that it wrote of it; nil: it has said nothing yet.
    func progress(at place: SlurmArrayIndex) -> Double? {
        // The last line may be a half one.
        lastLines(of: SlurmScript.progressName(place)).suffix(2).compactMap(TaskProgress.init).last?.fraction
    }

    /// None where the file cannot be read, as on a node of its own: `reason` asks whether that is so.
    private func lastLines(of name: String) -> [String] {
        let size = directory.size(of: name)
        let start = max(0, size - Int64(Self.maxLineLength))
        guard size > 0, let bytes = try? directory.contents(of: name, from: start, first: Self.maxLineLength) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Why a task is given up that went each time without a result, as a sentence.
    func reason(at place: SlurmArrayIndex, attempts: Int) -> String {
        let what = "it was run on the cluster \(attempts) times and left no result"
        guard let complaint = lastComplaint(at: place) else {
            return "\(what); do its nodes see \(path), as it is here?"
        }
        return "\(what); the last it said was “\(complaint)”"
    }
}
