import ReplayControl
import ReplayLibrary

/// The status of a recording, as its recorder reports it.
enum StatusReport: Encodable {
    /// The recorder's answer, and the name of the recording.
    case answer(RecordingStatus, name: String?)
    /// A recorder that is stopped or stuck.
    case unresponsive(RecordingID)

    private enum CodingKeys: CodingKey { case name }

    private struct Unresponsive: Encodable {
        let id: RecordingID
        let state = "unresponsive"
    }

    /// Asks all recorders at the same time, so that one that does not answer does not delay the others.
    /// - Returns: The reports in the order of the recordings, without recordings that have ended meanwhile.
    /// - Throws: `RecorderError` if a recorder refuses to answer.
    static func all(of recordings: [Recording]) async throws -> [StatusReport] {
        try await withThrowingTaskGroup(of: (Int, StatusReport?).self) { group in
            for (index, recording) in recordings.enumerated() {
                group.addTask { (index, try await StatusReport.of(recording)) }
            }
            var reports = [StatusReport?](repeating: nil, count: recordings.count)
            for try await (index, report) in group { reports[index] = report }
            return reports.compactMap(\.self)
        }
    }

    private static func of(_ recording: Recording) async throws -> StatusReport? {
        do {
            for await case .status(let status) in try await ScreenRecorder.attach(to: recording).events {
                return .answer(status, name: recording.facts.name)
            }
            return nil
        } catch let error as RecorderError where error.kind == .unresponsive {
            return .unresponsive(recording.id)
        } catch let error as RecorderError where error.kind == .notRecording {
            return nil
        }
    }

    /// True if the recording may not be growing.
    var isTrouble: Bool {
        switch self {
        case .answer(let status, _): status.state == .stalled
        case .unresponsive: true
        }
    }

    /// The report for people: a warning has its own line.
    var text: String { text(warningAfter: "\n  ! ") }

    /// The report for programs: a single line.
    var line: String { text(warningAfter: "  ! ") }

    private func text(warningAfter separator: String) -> String {
        switch self {
        case .answer(let status, let name):
            "\(status.id)  \(name.map { "\($0.printable)  " } ?? "")\(StatusLine(status).text)"
                + (status.warning.map { separator + Failure.sentence($0) } ?? "")
        case .unresponsive(let id):
            "\(id)  ! NOT RESPONDING  “replay stop --force \(id)” ends it and keeps what is written"
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .answer(let status, let name):
            try status.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(name, forKey: .name)
        case .unresponsive(let id): try Unresponsive(id: id).encode(to: encoder)
        }
    }
}
