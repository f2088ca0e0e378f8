package import Files
import FoundationEssentials
package import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary

/// The file `cast-PID.json` in the runtime folder: the status of a broadcast for the time after its process. The process
/// writes it when it begins, and again when the broadcast ends by itself. It contains no secret.
package struct CastRecord: Codable, Sendable {
    /// The last status, or the first one if the process was killed.
    package var status: BroadcastStatus
    /// The path of the recording's folder.
    package let recordingPath: String

    package init(status: BroadcastStatus, recordingPath: String) {
        (self.status, self.recordingPath) = (status, recordingPath)
    }

    /// True if the recording is in progress.
    fileprivate var isCurrent: Bool {
        // A recording that was discarded is not in progress.
        (try? Directory.open(recordingPath)).map { RecordingLock.isHeld(in: $0) } ?? false
    }
}

/// The records of all broadcasts in a runtime folder.
package struct CastRecords {
    private let folder: Directory

    /// The reason of the end of a process that was killed.
    package static let lostProblem = "its process ended unexpectedly"
    private static let (prefix, suffix) = ("cast-", ".json")
    /// The largest size of a record, in bytes.
    private static let maxSize = 64 << 10
    /// The time limit for the connection to a process.
    private static let answerLimit = Duration.milliseconds(200)

    package init(in folder: Directory) { self.folder = folder }

    private static func name(of process: pid_t) -> String { prefix + "\(process)" + suffix }

    package func write(_ record: CastRecord) throws {
        // The file is useless after a power cut, so there is no reason to wait for the disk.
        try folder.replace(
            Self.name(of: record.status.number), with: [UInt8](try JSONEncoder().encode(record)), isDurable: false)
    }

    /// Removes the record of a process, if there is one.
    package func remove(_ process: pid_t) {
        // A record that remains is removed when its recording has ended.
        try? folder.remove(Self.name(of: process))
    }

    /// Writes the first record of a process that listens already. Its target gets a name that no broadcast in progress
    /// has: a number is appended, as in “web 2”. It supersedes a broadcast to the same target that is over.
    /// - Returns: The status with that name.
    package func register(_ record: CastRecord) throws -> BroadcastStatus {
        try folder.exclusively {
            var record = record
            let others = try all().filter { $0.status.number != record.status.number }
            let running = others.filter { Self.isListening($0.status.number, in: folder) }
            record.status.target = Self.free(record.status.target, besides: Set(running.map(\.status.target)))
            let isOver = Set(others.map(\.status.number)).subtracting(running.map(\.status.number))
            for other in others where isOver.contains(other.status.number) {
                if !other.isCurrent || other.status.target == record.status.target { remove(other.status.number) }
            }
            try write(record)
            return record.status
        }
    }

    /// Returns a name that is not taken.
    static func free(_ name: String, besides taken: Set<String>) -> String {
        guard taken.contains(name) else { return name }
        return (2...taken.count + 2).lazy.map { "\(name) \($0)" }.first { !taken.contains($0) } ?? name
    }

    /// Returns the last statuses of the broadcasts that are over, of recordings in progress. Removes older records.
    /// - Parameter answering: The processes that are known to run.
    package func over(besides answering: Set<pid_t>) throws -> [BroadcastStatus] {
        try all().filter { !answering.contains($0.status.number) }.compactMap { record in
            var status = record.status
            guard status.state.isOver || !Self.isListening(status.number, in: folder) else { return nil }
            guard record.isCurrent else {
                remove(status.number)
                return nil
            }
            if !status.state.isOver { (status.state, status.problem) = (.ended, Self.lostProblem) }
            return status
        }
    }

    private func all() throws -> [CastRecord] {
        try folder.entries(startingWith: Self.prefix).filter { $0.hasSuffix(Self.suffix) }.compactMap { name in
            // A record may be removed meanwhile, and one of a later version is not understood.
            guard let bytes = try? folder.contents(of: name, limit: Self.maxSize),
                let record = try? JSONDecoder().decode(CastRecord.self, from: Data(bytes)),
                Self.name(of: record.status.number) == name
            else { return nil }
            return record
        }
    }

    private static func isListening(_ process: pid_t, in folder: Directory) -> Bool {
        do throws(FileSystemError) {
            _ = try ControlSocket.connect(
                to: CastSocket.name(of: process), in: folder, until: .now + answerLimit)
            return true
        } catch {
            // A process that is stopped accepts nothing, but has not ended.
            return [EAGAIN, EINTR].contains(error.code)
        }
    }
}
